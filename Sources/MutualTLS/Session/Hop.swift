import Foundation
import PortableSecurity

/// One request to one URL, as a backend sends it: redirects are steps of their own.
struct Hop: Sendable {
    /// Without a body of its own.
    var request: URLRequest
    /// What is sent along.
    var body: RequestBody
    /// False sends it over connections that have never seen an identity.
    var mayCarryIdentity: Bool
    /// How long it may take, in seconds; nil for as long as it moves.
    var timeLeft: TimeInterval?
    /// Whether whoever reads the response may hold it back for long.
    var readerSetsPace = false
    /// Comes back with the challenges that it causes.
    var context: (any Sendable)?
}

/// A request's body.
enum RequestBody: Sendable {
    case none
    case data(Data)
    /// A regular file, read as it is sent.
    case file(URL)
    /// A stream that can be read once.
    case stream(StreamBox)

    /// Whether it can be sent a second time.
    var isRepeatable: Bool { if case .stream = self { false } else { true } }
}

extension URLRequest {
    /// The request without its body, and the body: its own where it has one, which interceptors may have given it, or `other`.
    func takingBody(or other: RequestBody) -> (URLRequest, RequestBody) {
        let own = httpBody.map { RequestBody.data($0) } ?? httpBodyStream.map { .stream(StreamBox(stream: $0)) }
        guard let own else { return (self, other) }
        // A change copies the whole of Foundation's request.
        var request = self
        request.httpBody = nil
        request.httpBodyStream = nil
        return (request, own)
    }
}

/// An input stream on its way to the one who reads it.
// @unchecked: whoever made it hands it over, and one thread reads it.
struct StreamBox: @unchecked Sendable {
    let stream: InputStream
}

/// The head of a response.
struct HopResponse: Sendable {
    /// The status code.
    let statusCode: Int
    /// Foundation's response, made when somebody asks: that takes its time.
    let make: @Sendable () throws -> HTTPURLResponse
}

/// What becomes of a piece of a body.
enum HopFlow: Sendable {
    /// It was taken.
    case taken
    /// It was not; it comes again after `HopControl.resume()`.
    case paused
    /// Nobody wants it or anything after it: the hop ends with the error.
    case refused(MutualTLSError)
}

/// Who wants to know how a hop goes. Called one call at a time, in this order; it must return at once.
protocol HopObserver: AnyObject, Sendable {
    /// So many bytes of the body are on their way.
    func didSend(_ bytes: Int64, of total: Int64?)
    /// The head came.
    func didReceive(_ response: HopResponse)
    /// A piece of the body, content codings undone; borrowed for the call.
    func didReceive(_ body: UnsafeRawBufferPointer) -> HopFlow
    /// No more comes for now: a time to wake a reader.
    func didReceiveForNow()
    /// The end, exactly once; nil when the response is complete.
    func didFinish(_ error: MutualTLSError?)
}

extension HopObserver {
    func didReceiveForNow() {}
}

/// What the sender of a hop can still do.
protocol HopControl: Sendable {
    /// Ends it; `didFinish` follows, unless it has ended already.
    func cancel()
    /// Goes on after `HopFlow.paused`.
    func resume()
}
