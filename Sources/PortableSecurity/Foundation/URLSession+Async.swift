// Older compilers, on Apple platforms, can't read what names a declaration by its module.
#if compiler(>=6.3)
    #if !canImport(Security)
        import Foundation
        import FoundationNetworking

        // corelibs' methods of these names can't be overridden, so a session that moves its requests by other means can't have
        // them. These win: they shadow corelibs' where this module brings FoundationNetworking along. In a file that imports
        // FoundationNetworking itself they are still preferred, because what they take is more special: a delegate that isn't
        // optional, or none. A delegate that is optional is ambiguous there, and the compiler says so.
        /// A session that moves its requests by other means than corelibs'.
        package protocol IndependentSession: URLSession {
            func independentData(
                _ request: URLRequest, _ body: UploadBody?, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse)
            func independentDownload(
                _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (URL, URLResponse)
        }

        /// What an upload sends.
        package enum UploadBody: Sendable {
            case data(Data)
            case file(URL)
        }

        extension URLSession {
            /// Stands for no delegate: there are no values of it but nil.
            public final class NoTaskDelegate: NSObject, URLSessionTaskDelegate {
                private override init() {}
            }

            /// Gets the contents of a URL; see `data(for:delegate:)`.
            public func data(
                from url: URL, delegate: NoTaskDelegate? = nil
            ) async throws -> (Data, URLResponse) { try await data(URLRequest(url: url), nil) }
            /// Gets the contents of a URL; see `data(for:delegate:)`.
            public func data(
                from url: URL, delegate: any URLSessionTaskDelegate
            ) async throws -> (Data, URLResponse) { try await data(URLRequest(url: url), delegate) }
            /// Gets the contents of a URL; see `data(for:delegate:)`.
            public func data(
                from url: URL, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) { try await data(URLRequest(url: url), delegate) }

            /// Sends a request; see `data(for:delegate:)`.
            public func data(
                for request: URLRequest, delegate: NoTaskDelegate? = nil
            ) async throws -> (Data, URLResponse) { try await data(request, nil) }
            /// Sends a request and collects the response. Cancelling the Swift task cancels the session's.
            /// - Parameters:
            ///   - request: the request.
            ///   - delegate: is called for this task before the session's delegate.
            /// - Throws: `URLError`, with `MutualTLSError` under `NSUnderlyingErrorKey` from a session that was made for mutual TLS.
            public func data(
                for request: URLRequest, delegate: any URLSessionTaskDelegate
            ) async throws -> (Data, URLResponse) { try await data(request, delegate) }
            /// Sends a request; see `data(for:delegate:)`.
            public func data(
                for request: URLRequest, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) { try await data(request, delegate) }

            /// Sends a request with a body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, from body: Data, delegate: NoTaskDelegate? = nil
            ) async throws -> (Data, URLResponse) { try await upload(request, .data(body), nil) }
            /// Sends a request with a body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, from body: Data, delegate: any URLSessionTaskDelegate
            ) async throws -> (Data, URLResponse) { try await upload(request, .data(body), delegate) }
            /// Sends a request with a body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, from body: Data, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) { try await upload(request, .data(body), delegate) }

            /// Sends a request with a file as its body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, fromFile file: URL, delegate: NoTaskDelegate? = nil
            ) async throws -> (Data, URLResponse) { try await upload(request, .file(file), nil) }
            /// Sends a request with a file as its body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, fromFile file: URL, delegate: any URLSessionTaskDelegate
            ) async throws -> (Data, URLResponse) { try await upload(request, .file(file), delegate) }
            /// Sends a request with a file as its body; see `data(for:delegate:)`.
            public func upload(
                for request: URLRequest, fromFile file: URL, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) { try await upload(request, .file(file), delegate) }

            /// Gets the contents of a URL into a file; see `download(for:delegate:)`.
            public func download(
                from url: URL, delegate: NoTaskDelegate? = nil
            ) async throws -> (URL, URLResponse) { try await download(URLRequest(url: url), nil) }
            /// Gets the contents of a URL into a file; see `download(for:delegate:)`.
            public func download(
                from url: URL, delegate: any URLSessionTaskDelegate
            ) async throws -> (URL, URLResponse) { try await download(URLRequest(url: url), delegate) }
            /// Gets the contents of a URL into a file; see `download(for:delegate:)`.
            public func download(
                from url: URL, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (URL, URLResponse) { try await download(URLRequest(url: url), delegate) }

            /// Sends a request and saves the response; see `download(for:delegate:)`.
            public func download(
                for request: URLRequest, delegate: NoTaskDelegate? = nil
            ) async throws -> (URL, URLResponse) { try await download(request, nil) }
            /// Sends a request and saves the response in a temporary file, which is the caller's to move or remove.
            /// - Parameters:
            ///   - request: the request.
            ///   - delegate: is called for this task before the session's delegate.
            /// - Throws: `URLError`, with `MutualTLSError` under `NSUnderlyingErrorKey` from a session that was made for mutual TLS.
            public func download(
                for request: URLRequest, delegate: any URLSessionTaskDelegate
            ) async throws -> (URL, URLResponse) { try await download(request, delegate) }
            /// Sends a request and saves the response; see `download(for:delegate:)`.
            public func download(
                for request: URLRequest, delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (URL, URLResponse) { try await download(request, delegate) }
        }

        // MARK: Independent, or untouched

        extension URLSession {
            private func data(
                _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) {
                guard let own = self as? any IndependentSession else {
                    return try await foundationData(request, delegate)
                }
                return try await own.independentData(request, nil, delegate)
            }

            private func upload(
                _ request: URLRequest, _ body: UploadBody, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) {
                guard let own = self as? any IndependentSession else {
                    return try await foundationUpload(request, body, delegate)
                }
                return try await own.independentData(request, body, delegate)
            }

            private func download(
                _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (URL, URLResponse) {
                guard let own = self as? any IndependentSession else {
                    return try await foundationDownload(request, delegate)
                }
                return try await own.independentDownload(request, delegate)
            }
        }

        // MARK: Foundation's own

        extension URLSession {
            /// corelibs' `data(for:delegate:)`.
            package func foundationData(
                _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) {
                try await self.FoundationNetworking::data(for: request, delegate: delegate)
            }

            /// corelibs' `upload(for:from:delegate:)` and `upload(for:fromFile:delegate:)`.
            package func foundationUpload(
                _ request: URLRequest, _ body: UploadBody, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (Data, URLResponse) {
                switch body {
                case .data(let data):
                    try await self.FoundationNetworking::upload(for: request, from: data, delegate: delegate)
                case .file(let file):
                    try await self.FoundationNetworking::upload(for: request, fromFile: file, delegate: delegate)
                }
            }

            /// corelibs' `download(for:delegate:)`.
            package func foundationDownload(
                _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
            ) async throws -> (URL, URLResponse) {
                try await self.FoundationNetworking::download(for: request, delegate: delegate)
            }
        }
    #endif
#endif
