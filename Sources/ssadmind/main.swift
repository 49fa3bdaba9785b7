print("ssadmind")
