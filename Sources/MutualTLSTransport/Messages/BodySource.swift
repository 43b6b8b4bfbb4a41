#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// Where a request's body comes from, piece by piece.
    package protocol BodySource: AnyObject, Sendable {
        /// How many bytes there are; nil where that isn't known before the end, and the body is sent chunked.
        var length: Int64? { get }
        /// Fills a buffer. Called on the pool's thread: it must not wait.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyRead
        /// Starts from the beginning, for a request that is sent once more. False where that can't be.
        func rewind() -> Bool
        /// Takes the function to call when there is more after `BodyRead.notYet`.
        func whenReady(_ resume: @escaping @Sendable () -> Void)
    }

    extension BodySource {
        package func whenReady(_ resume: @escaping @Sendable () -> Void) {}
    }

    /// What a source had.
    package enum BodyRead: Sendable {
        /// So many bytes; 0 is the end.
        case bytes(Int)
        /// Nothing now; the function given to `whenReady` is called when there is.
        case notYet
        /// It can't be read.
        case failed(any Error)
    }

    /// A body in memory.
    package final class DataBody: BodySource {
        private let data: Data
        private let position = LockedBox(0)

        package init(_ data: Data) { self.data = data }

        package var length: Int64? { Int64(data.count) }

        package func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyRead {
            position.withLock { position in
                let rest = data.dropFirst(position).prefix(buffer.count)
                rest.copyBytes(to: buffer)
                position += rest.count
                return .bytes(rest.count)
            }
        }

        package func rewind() -> Bool {
            position.withLock { $0 = 0 }
            return true
        }
    }

    /// A file, read as it is sent.
    package final class FileBody: BodySource {
        private let descriptor: Int32
        package let length: Int64?
        private let position = LockedBox<Int64>(0)

        /// - Throws: `TransportError` with the code `invalidRequest`: no regular file that can be read.
        package init(path: String) throws(TransportError) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw TransportError(
                    .invalidRequest, "the file to upload can't be opened: \(String(cString: strerror(errno)))")
            }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw TransportError(.invalidRequest, "what is to be uploaded is no regular file")
            }
            length = Int64(status.st_size)
        }

        deinit { close(descriptor) }

        package func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyRead {
            position.withLock { position in
                while true {
                    // What is appended meanwhile doesn't belong to it: its length was told.
                    let wanted = min(Int64(buffer.count), (length ?? 0) - position)
                    let count = pread(descriptor, buffer.baseAddress, Int(max(0, wanted)), off_t(position))
                    if count > 0 || wanted <= 0 {
                        position += Int64(max(0, count))
                        return .bytes(max(0, count))
                    }
                    if count == 0 {
                        return .failed(
                            TransportError(.invalidRequest, "the file to upload became shorter while it was sent"))
                    }
                    guard errno == EINTR else {
                        return .failed(
                            TransportError(
                                .invalidRequest,
                                "the file to upload can't be read: \(String(cString: strerror(errno)))"))
                    }
                }
            }
        }

        package func rewind() -> Bool {
            position.withLock { $0 = 0 }
            return true
        }
    }
#endif
