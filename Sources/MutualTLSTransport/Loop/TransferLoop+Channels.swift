#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    // Connections that carry no HTTP.
    extension TransferLoop {
        /// A connection is made that carries no HTTP: from here on it is its channel's.
        func open(_ transfer: Transfer) {
            connecting.remove(transfer.id)
            guard let easy = transfer.easy, let descriptor = easy.activeSocket else {
                return end(transfer, TransportError(.connectionLost, "the connection to \(transfer.host) is gone"))
            }
            let channel = Channel(transfer, easy, descriptor)
            channels[transfer.id] = channel
            transfers[transfer.id] = nil
            sockets.openChannel(descriptor, transfer.id)
            transfer.openChannel()
            admit(queue.leave(transfer.id, from: transfer.origin, wasActive: true))
            drive(channel)
        }

        func drive(_ channel: Channel) {
            switch channel.move() {
            case .waits(let mask): sockets.watchChannel(channel.descriptor, mask)
            case .ended(let error): close(channel, error)
            }
        }

        func close(_ channel: Channel, _ error: TransportError?) {
            guard channels.removeValue(forKey: channel.transfer.id) != nil else { return }
            sockets.closeChannel(channel.descriptor)
            // Removing the handle closes its connection.
            curl_multi_remove_handle(multi, channel.easy.pointer)
            channel.transfer.easy = nil
            channel.transfer.finish(error)
        }
    }
#endif
