import CLinux
import Glibc
import HTTP

extension Connection {
    /// An answer came, on this loop's thread.
    func take(_ response: Response, _ subscription: Subscription?, serial: UInt32) {
        guard phase == .answering, serial == self.serial, answer == nil else { return }
        answer = response
        self.subscription = subscription
        // Only the end of the connection ends a stream (RFC 9112, 6.3).
        if subscription != nil { closesAfterAnswer = true }
        if !isDispatching { loop.queue(self) }
    }

    func send(_ response: Response) {
        if loop.isDraining { closesAfterAnswer = true }
        var wire = loop.takeWriteBuffer()
        response.appendHead(to: &wire, date: loop.date(), closes: closesAfterAnswer, hasLength: subscription == nil)
        let body = response.sendsBody(toHEAD: isHEAD) ? response.body : []
        if body.count <= Engine.copiedBodyBytesMax {
            wire.append(contentsOf: body)
            let sent = transmit(wire, from: 0)
            if phase != .closed, sent < wire.count { hold(wire, from: sent) }
        } else {
            transmit(wire, body)
        }
        if phase == .answering { answered() }
        loop.giveWriteBuffer(&wire)
    }

    /// Sends on where the last call stopped.
    ///
    /// - Returns: whether it is all gone.
    func flush() -> Bool {
        let sent = transmit(output, from: outputOffset)
        if phase == .closed { return false }
        outputOffset += sent
        if sent > 0 { loop.startWait(.write, self) }
        guard outputOffset == output.count else { return false }
        output = []
        outputOffset = 0
        loop.poller.wantWritable(false, descriptor)
        answered()
        return true
    }

    /// `100 Continue` (RFC 9110, 15.2.1): the client may send its body. Nothing is waiting to be sent before it.
    func sendContinue() {
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        if transmit(line, from: 0) < line.count { close() }
    }

    /// Throws away what a client still sends, so that it reads the answer instead of a reset (RFC 9112, 9.6).
    ///
    /// - Returns: whether there may be more.
    func discard() -> Bool {
        let buffer = loop.readBuffer
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN, !isEnding {
            isReadable = false
            return false
        }
        lingeredBytes += count
        guard count > 0, lingeredBytes <= loop.limits.lingerBytesMax else {
            close()
            return false
        }
        return true
    }

    /// The answer is on its way: on to the next request, or to the end.
    private func answered() {
        if let subscription, !isHEAD { return listen(subscription) }
        if closesAfterAnswer { return end() }
        phase = .idle
        loop.startWait(.idle, self)
    }

    /// Everything is said.
    func end() {
        // A close is a reset where something lies unread, and may overtake the answer.
        guard leavesUnread || isReadable || !input.isEmpty else { return close() }
        input = []
        phase = .lingering
        shutdown(descriptor, Int32(SHUT_WR))
        loop.startWait(.linger, self)
        // What was dropped from the loop's buffer says nothing about what else has come.
        isReadable = true
    }

    func hold(_ bytes: [UInt8], from offset: Int) {
        output = bytes
        outputOffset = offset
        phase = .writing
        loop.poller.wantWritable(true, descriptor)
        loop.startWait(.write, self)
    }

    /// Sends head and body in one call, without copying the body.
    private func transmit(_ head: [UInt8], _ body: [UInt8]) {
        let sent = head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                // sendmsg(2) only reads what these point to.
                var parts = [
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count),
                ]
                return parts.withUnsafeMutableBufferPointer { parts in
                    var message = msghdr()
                    message.msg_iov = parts.baseAddress
                    message.msg_iovlen = parts.count
                    return outcome { sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) }
                }
            }
        }
        if phase == .closed || sent == head.count + body.count { return }
        if sent >= head.count { hold(body, from: sent - head.count) } else { hold(head + body, from: sent) }
    }

    func transmit(_ bytes: [UInt8], from offset: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            let rest = bytes[offset...]
            return outcome {
                Glibc.send(descriptor, bytes.baseAddress! + offset, rest.count, Int32(MSG_NOSIGNAL))
            }
        }
    }

    /// The bytes that the kernel took, 0 while it takes none. Closes where there is nobody any more.
    private func outcome(_ call: () -> Int) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            if errno == EINTR { continue }
            if errno != EAGAIN { close() }
            return 0
        }
    }
}
