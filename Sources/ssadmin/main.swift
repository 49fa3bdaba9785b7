print("ssadmin")
