/// Of both programs: they are built and deployed together.
package let programVersion = "0.1.0"
