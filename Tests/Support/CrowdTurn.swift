import Synchronization

/// Held by whoever opens thousands of connections: two such crowds at once, beside the files of all other tests, have more
/// descriptors than a process may.
package let crowdTurn = Mutex(())
