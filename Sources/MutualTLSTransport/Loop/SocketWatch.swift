#if os(Linux)
    internal import CMutualTLSShims
    import Foundation

    /// What a pool's thread sleeps on: libcurl's sockets, and a way to wake it.
    ///
    /// Sockets may be added while the thread sleeps in `wait`, which is what lets a request start on the caller's thread.
    /// Everything but `wait` and `wake` is confined to whoever holds the pool's lock.
    final class SocketWatch {
        /// What a socket is ready for.
        struct Event {
            var descriptor: Int32
            /// `CURL_CSELECT_IN`, `_OUT` and `_ERR`.
            var mask: Int32
        }

        private struct Entry {
            /// What epoll watches for.
            var registered: UInt32
            /// What libcurl wants to know; 0 for nothing.
            var wanted: UInt32
        }

        private let poll: Int32
        private let alarm: Int32
        private var entries: [Int32: Entry] = [:]
        /// Kept connections' sockets, which tell when they are closed.
        private var connections: [Int32: AdmissionQueue.Host] = [:]
        private var counts: [AdmissionQueue.Host: Int] = [:]
        private var channels: [Int32: Transfer.ID] = [:]

        /// - Throws: `TransportError` with the code `unavailable`, when the process may open no more files.
        init() throws(TransportError) {
            poll = mtls_poll_new()
            alarm = mtls_event_new()
            guard poll >= 0, alarm >= 0, mtls_poll_set(poll, alarm, UInt32(MTLS_POLL_IN)) == 0 else {
                let number = errno
                if poll >= 0 { close(poll) }
                if alarm >= 0 { close(alarm) }
                if number == EMFILE || number == ENFILE {
                    throw TransportError(noDescriptors: number, "open a pool of connections")
                }
                throw TransportError(.unavailable, "the system gives no epoll: \(String(cString: strerror(number)))")
            }
        }

        deinit {
            close(alarm)
            close(poll)
        }

        /// Makes `wait` return. From any thread, while the object lives.
        func wake() { mtls_event_signal(alarm) }

        /// Sleeps until something is ready, `wake` is called, or the time is over; negative for ever. Without the lock.
        func wait(milliseconds: Int32) -> [Event] {
            withUnsafeTemporaryAllocation(of: mtls_poll_event.self, capacity: 64) { buffer in
                let count = Int(mtls_poll_wait(poll, buffer.baseAddress, Int32(buffer.count), milliseconds))
                var events: [Event] = []
                for ready in buffer.prefix(max(0, count)) {
                    if ready.descriptor == alarm {
                        mtls_event_clear(alarm)
                    } else {
                        events.append(Event(descriptor: ready.descriptor, mask: Int32(ready.mask)))
                    }
                }
                return events
            }
        }

        /// Watches a socket for what libcurl wants: `CURL_POLL_IN`, `_OUT` or both; 0 for nothing more.
        ///
        /// A kept connection's socket stays registered between two requests, which saves the system calls.
        func want(_ mask: Int32, of descriptor: Int32) {
            if channel(descriptor) != nil { return }
            let mask = UInt32(mask)
            let registered = entries[descriptor]?.registered ?? 0
            if mask == 0, connections[descriptor] == nil {
                return forget(descriptor)
            }
            if mask != 0, mask != registered { _ = mtls_poll_set(poll, descriptor, mask) }
            entries[descriptor] = Entry(registered: mask == 0 ? registered : mask, wanted: mask)
        }

        /// Whether an event is of any use to libcurl. One that is not would come again and again: it is silenced.
        func isWanted(_ event: Event) -> Bool {
            guard let entry = entries[event.descriptor] else { return false }
            if entry.wanted != 0 { return true }
            _ = mtls_poll_remove(poll, event.descriptor)
            entries[event.descriptor] = Entry(registered: 0, wanted: 0)
            return false
        }

        // MARK: Sockets that are not libcurl's to watch

        func openChannel(_ descriptor: Int32, _ id: Transfer.ID) {
            channels[descriptor] = id
            forget(descriptor)
        }

        func watchChannel(_ descriptor: Int32, _ mask: Int32) {
            guard channels[descriptor] != nil else { return }
            _ = mtls_poll_set(poll, descriptor, UInt32(mask))
        }

        func closeChannel(_ descriptor: Int32) {
            if channels.removeValue(forKey: descriptor) != nil { _ = mtls_poll_remove(poll, descriptor) }
        }

        /// The channel of a socket.
        func channel(_ descriptor: Int32) -> Transfer.ID? { channels.isEmpty ? nil : channels[descriptor] }

        /// Stops watching.
        func forget(_ descriptor: Int32) {
            if let entry = entries.removeValue(forKey: descriptor), entry.registered != 0 {
                _ = mtls_poll_remove(poll, descriptor)
            }
        }

        /// A socket for a connection to `host` was opened.
        func opened(_ descriptor: Int32, to host: AdmissionQueue.Host) {
            connections[descriptor] = host
            counts[host, default: 0] += 1
        }

        /// A connection's socket is about to be closed. Returns the host that it led to.
        func closing(_ descriptor: Int32) -> AdmissionQueue.Host? {
            forget(descriptor)
            guard let host = connections.removeValue(forKey: descriptor) else { return nil }
            let count = (counts[host] ?? 1) - 1
            counts[host] = count == 0 ? nil : count
            return host
        }

        /// How many connections to a host are open.
        func connectionCount(_ host: AdmissionQueue.Host) -> Int { counts[host] ?? 0 }
    }
#endif
