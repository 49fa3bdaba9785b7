import CLinux
import Glibc
import HTTP

extension Connection {
    /// Reads once, into the loop's buffer, and consumes what came.
    ///
    /// - Returns: whether to go on.
    func read() -> Bool {
        let buffer = loop.readBuffer
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { return readNothing(count) }
        // A short read emptied the socket; the kernel will speak of what comes later (epoll(7)). It has spoken of the end.
        if count < buffer.count, !isEnding { isReadable = false }
        let arrived = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if input.isEmpty {
            let used = consume(arrived)
            if used < count, phase != .closed { input = Array(arrived[used...]) }
            isInputSpent = input.isEmpty || phase.reads
        } else {
            input.append(contentsOf: arrived)
            consumeInput()
        }
        return true
    }

    private func readNothing(_ count: Int) -> Bool {
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN, !isEnding {
            isReadable = false
            return false
        }
        // The end, between requests or inside one: a request that is cut off has nobody to answer.
        close()
        return false
    }

    /// Consumes bytes kept from earlier reads.
    func consumeInput() {
        let bytes = input
        input = []
        let used = bytes.withUnsafeBytes(consume)
        if phase != .closed { input = used == 0 ? bytes : Array(bytes[used...]) }
        isInputSpent = input.isEmpty || phase.reads
    }

    /// Takes heads and bodies from the bytes, up to the end of one request.
    ///
    /// - Returns: how many bytes were taken.
    private func consume(_ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        while offset < bytes.count, phase.reads {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            if phase == .body {
                offset += consumeBody(rest)
                continue
            }
            do throws(Refusal) {
                guard let head = try RequestHead.parse(rest, peer: knownPeer()) else {
                    if phase == .idle {
                        phase = .head
                        loop.startWait(.head, self)
                    }
                    return offset
                }
                offset += head.length
                judge(head, isBodyAtHand: offset < bytes.count)
            } catch {
                isHEAD = false
                refuse(error)
                return bytes.count
            }
        }
        return offset
    }

    private func consumeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let arriving else { preconditionFailure("a body without its head") }
        let count = min(arriving.length - arriving.request.body.count, bytes.count)
        arriving.request.body.append(contentsOf: bytes[..<count])
        if arriving.request.body.count == arriving.length {
            self.arriving = nil
            dispatch(arriving.request)
        }
        return count
    }

    /// Decides what follows a head, in the contract's order: path and method, then framing.
    private func judge(_ head: RequestHead, isBodyAtHand: Bool) {
        let headers = head.request.headers
        isHEAD = head.request.method == "HEAD"
        closesAfterAnswer = head.isHTTP10 || headers.saysClose
        if let answer = service.admit(head.request) {
            // Only where no body follows is it known where the next request begins without reading on.
            if (try? headers.bodyLength()) != 0 { endAfterAnswer() }
            return settle(answer)
        }
        do throws(Refusal) {
            let length = try headers.bodyLength()
            let waits = try headers.expectsContinue()
            guard length <= service.bodyBytesMax else { throw .bodyTooLarge }
            if length == 0 { return dispatch(head.request) }
            arriving = Arriving(head.request, length: length)
            phase = .body
            loop.startWait(.body, self)
            // HTTP/1.0 has no interim answers, and a body that is here needs none (RFC 9110, 10.1.1).
            if waits, !head.isHTTP10, !isBodyAtHand { sendContinue() }
        } catch {
            refuse(error)
        }
    }

    private func dispatch(_ request: Request) {
        loop.endWait(self)
        phase = .answering
        serial &+= 1
        isDispatching = true
        service.respond(to: request, on: Exchange(connection: self, serial: serial))
        isDispatching = false
    }

    /// Answers what the engine refuses by itself. Where the next request would begin is not known, so this is the last.
    func refuse(_ refusal: Refusal) {
        endAfterAnswer()
        arriving = nil
        settle(service.refusal(refusal))
    }

    private func endAfterAnswer() {
        closesAfterAnswer = true
        leavesUnread = true
    }

    /// The service needs not be asked: the answer is here.
    private func settle(_ answer: Response) {
        loop.endWait(self)
        serial &+= 1
        phase = .answering
        self.answer = answer
    }

    /// Asks the kernel once, when a first request wants to know.
    private func knownPeer() -> Peer {
        if let peer { return peer }
        let asked: Peer
        if case .unix = loop.listeners[Int(listener)] {
            var credentials = ssadmin_credentials()
            // No user has this number (chown(2) takes it for "none"): whom the kernel does not name is nobody.
            let isKnown = ssadmin_peer_credentials(descriptor, &credentials) == 0
            asked = isKnown ? .unix(uid: credentials.uid, pid: credentials.pid) : .unix(uid: .max, pid: 0)
        } else {
            asked = .tcp(address: SocketAddress(peerOf: descriptor)?.internet?.address ?? "")
        }
        peer = asked
        return asked
    }
}
