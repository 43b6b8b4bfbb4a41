#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    // How transfers end, or begin once more.
    extension TransferLoop {
        func finishDone() {
            var done: [(Transfer, CURLcode)] = []
            var left: Int32 = 0
            while let message = curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
                let result = message.pointee.data.result
                var context: UnsafeMutableRawPointer?
                _ = mtls_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
                if let transfer = CurlEasy.from(context)?.transfer { done.append((transfer, result)) }
            }
            for (transfer, result) in done {
                if result == CURLE_OK, transfer.request.isChannel {
                    open(transfer)
                    continue
                }
                // A transfer on a kept or shared connection fails for the reason that the connection's handshake knows.
                let error = transfer.failure(result) { transfer.easy.flatMap { handshakes[$0.localPort]?.facts } }
                if transfer.verdict == nil,
                    transfer.needsConnection || (error?.mayBeRepeated ?? false) && mayRepeat(transfer)
                {
                    release(transfer)
                    again.append(transfer.id)
                    if !isOnOwnThread { sockets.wake() }
                } else {
                    end(transfer, error)
                }
            }
        }

        func mayRepeat(_ transfer: Transfer) -> Bool { transfer.repetitions < 3 && !isDraining }

        /// Takes a transfer from libcurl.
        func release(_ transfer: Transfer) {
            connecting.remove(transfer.id)
            guard let easy = transfer.easy else { return }
            curl_multi_remove_handle(multi, easy.pointer)
        }

        /// Ends a transfer, and lets the next ones in.
        func end(_ transfer: Transfer, _ error: TransportError?) {
            release(transfer)
            transfers[transfer.id] = nil
            let multiplexes = transfer.multiplexes
            transfer.finish(error)
            if let easy = transfer.easy, spare.count < 32 {
                easy.transfer = nil
                spare.append(easy)
            }
            transfer.easy = nil
            if let multiplexes { admit(queue.learn(transfer.origin, multiplexes: multiplexes)) }
            admit(queue.leave(transfer.id, from: transfer.origin, wasActive: transfer.isActive))
            if transfer.request.readerSetsPace { notePaced(transfer.id, false) }
        }

        /// Keeps every connection to one transfer while readers set the pace of some: libcurl would go on reading a shared
        /// one for the others' sake, and keep up to 32 MiB (its HTTP/2 window) for a reader that is slow. With many such
        /// readers connections are shared again, lest they take them all.
        func notePaced(_ id: Transfer.ID, _ isPaced: Bool) {
            if isPaced { paced.insert(id) } else { paced.remove(id) }
            let shares = paced.isEmpty || paced.count >= configuration.maximumConnectionsPerHost
            guard shares != queue.sharesConnections else { return }
            mtls_curl_multi_set_long(multi, CURLMOPT_PIPELINING, shares ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING)
            admit(queue.share(shares))
        }

        /// Ends a transfer early. One whose handshake is paused is unwound first, by letting libcurl resume it: a dropped
        /// handshake would leak its stack.
        func abort(_ transfer: Transfer, _ error: TransportError) {
            if transfer.verdict == nil { transfer.verdict = error }
            transfer.asking?.task.cancel()
            transfer.asking = nil
            if let handshake = transfer.handshake, handshake.pending != nil {
                handshake.abort()
                transfer.easy?.kick()
            } else {
                end(transfer, transfer.failure(CURLE_ABORTED_BY_CALLBACK) { nil })
            }
        }
    }
#endif
