#if os(Linux)
    import Dispatch
    import Foundation

    /// Tells when anything in a keychain's folder was written, by whichever process: `inotify(7)`.
    // @unchecked: a dispatch source may be used from any thread.
    package final class FolderWatch: @unchecked Sendable {
        private let source: any DispatchSourceRead

        /// Watches until it is freed.
        /// - Parameters:
        ///   - folder: made, for its owner alone, where it isn't there.
        ///   - changed: called on a queue of its own; several writes may be one call.
        /// - Throws: `KeychainError`.
        package init(_ folder: URL, changed: @escaping @Sendable () -> Void) throws(KeychainError) {
            let folder = try KeychainFolder.prepared(folder)
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw OwnFile("", in: folder).systemFault("watch") }
            // A log that is truncated or made anew counts as well as one that grows.
            let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
            guard inotify_add_watch(descriptor, folder.path, events) >= 0 else {
                let fault = OwnFile("", in: folder).systemFault("watch")
                close(descriptor)
                throw fault
            }
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "swift-mutual-tls.keychain-watch"))
            source.setEventHandler {
                // What happened is of no interest, only that something did.
                var events = [UInt8](repeating: 0, count: 4096)
                while read(descriptor, &events, events.count) > 0 {}
                changed()
            }
            source.setCancelHandler { close(descriptor) }
            source.resume()
        }

        deinit { source.cancel() }
    }
#endif
