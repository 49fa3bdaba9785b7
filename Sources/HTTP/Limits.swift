/// The limits of both planes, in bytes and seconds. They are part of the contract: a client may count on them.
package enum Limits {
    /// The request line without its line ending; longer is 414 (RFC 9112, 3).
    package static let requestLineBytesMax = 8 * 1024

    /// The whole head, from the request line to the blank line; longer is 431 (RFC 6585, 5).
    package static let headBytesMax = 16 * 1024

    /// Header fields in one head; more is 431. It bounds the work of every look-up.
    package static let fieldsMax = 100

    /// A request body on the admin plane; longer is 413 (RFC 9110, 15.5.14). A map of 512 routes fits.
    package static let adminBodyBytesMax = 256 * 1024

    /// A request body on the SDK plane; longer is 413. A batch of 100 operations fits.
    package static let sdkBodyBytesMax = 64 * 1024

    /// From the first byte of a head to its last, so that a slow sender cannot hold a connection.
    package static let headSeconds = 10

    /// From the end of a head to the last byte of its body.
    package static let bodySeconds = 10
}
