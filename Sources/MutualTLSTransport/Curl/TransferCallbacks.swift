#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation

    // What libcurl calls while a transfer moves: plain functions, so that they belong to no actor and capture nothing.
    // `context` is the handle, which its loop keeps alive, with its transfer, as long as libcurl works on it.

    func takeHeader(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlEasy.from(context)?.transfer?.take(headerLine: line) == true ? line.count : refusal(line.count)
    }

    func takeBody(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return switch CurlEasy.from(context)?.transfer?.take(body: body) {
        case .taken?: body.count
        case .paused?: Int(CURL_WRITEFUNC_PAUSE)
        case .refused?, nil: refusal(body.count)
        }
    }

    /// Any other count than the one that was offered ends the transfer.
    private func refusal(_ count: Int) -> Int { count == 0 ? 1 : 0 }

    func giveBody(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return switch CurlEasy.from(context)?.transfer?.give(into: buffer) {
        case .bytes(let count)?: count
        case .notYet?: Int(CURL_READFUNC_PAUSE)
        case .failed?, nil: Int(CURL_READFUNC_ABORT)
        }
    }

    func rewindBody(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: CInt) -> CInt {
        guard offset == 0, origin == SEEK_SET, CurlEasy.from(context)?.transfer?.rewindBody() == true else {
            return CURL_SEEKFUNC_CANTSEEK
        }
        return CURL_SEEKFUNC_OK
    }

    func takeTurn(
        _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?, _: CInt,
        _: CInt
    ) -> CInt {
        CurlEasy.from(context)?.transfer?.mayBeSent() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    func takeTLSContext(
        _: UnsafeMutableRawPointer?, _ tls: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
    ) -> CURLcode {
        guard let tls, CurlEasy.from(context)?.transfer?.begin(onContext: tls) == true else {
            return CURLE_ABORTED_BY_CALLBACK
        }
        return CURLE_OK
    }

    func openSocket(
        _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
    ) -> curl_socket_t {
        guard let transfer = CurlEasy.from(context)?.transfer, let address, transfer.mayConnect() else { return -1 }
        let (family, type, proto) = (address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), proto)
        if descriptor >= 0 { transfer.didOpen(descriptor) } else { transfer.socketFailure = errno }
        return descriptor
    }

    func closeSocket(_ loop: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t) -> CInt {
        if let loop { Unmanaged<TransferLoop>.fromOpaque(loop).takeUnretainedValue().closing(descriptor) }
        return close(descriptor)
    }

    func takeTrace(
        _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> CInt {
        if kind == CURLINFO_HEADER_OUT {
            CurlEasy.from(context)?.transfer?.tell(requestHead: UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return 0
    }

    // What libcurl tells of its sockets and its time. `loop` is the loop, which outlives its multi handle.

    func socketCallback(
        _: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t, _ what: CInt, _ loop: UnsafeMutableRawPointer?,
        _: UnsafeMutableRawPointer?
    ) -> CInt {
        guard let loop else { return -1 }
        Unmanaged<TransferLoop>.fromOpaque(loop).takeUnretainedValue().watch(descriptor, what)
        return 0
    }

    func timerCallback(_: UnsafeMutableRawPointer?, _ milliseconds: Int, _ loop: UnsafeMutableRawPointer?) -> CInt {
        guard let loop else { return -1 }
        Unmanaged<TransferLoop>.fromOpaque(loop).takeUnretainedValue().setTimer(milliseconds)
        return 0
    }
#endif
