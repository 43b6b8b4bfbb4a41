import Foundation
import PortableSecurity

/// One hop as a `URLSession` task.
final class URLSessionHop: HopControl {
    let task: URLSessionTask
    private let request: URLRequest
    private let observer: any HopObserver

    private struct State {
        /// Why challenges were cancelled.
        var challengeError: MutualTLSError?
        /// Why the observer wants no more.
        var refusal: MutualTLSError?
        /// What came while the reader was busy.
        var held: [Data] = []
        var isPaused = false
        /// Set at the end; told once nothing is held.
        var end: MutualTLSError??
    }
    private let state = Protected(State())

    init(_ task: URLSessionTask, _ request: URLRequest, _ observer: any HopObserver) {
        (self.task, self.request, self.observer) = (task, request, observer)
    }

    func start() { task.resume() }

    func cancel() {
        state.withLock { ($0.held, $0.isPaused) = ([], false) }
        task.cancel()
    }

    /// Offers what is held, and goes on once it was taken.
    func resume() {
        state.withLock { $0.isPaused = false }
        while let data = state.withLock({ $0.held.isEmpty || $0.isPaused ? nil : $0.held.removeFirst() }) {
            offer(data, atFront: true)
        }
        let (isPaused, end) = state.withLock { state in
            defer { if !state.isPaused { state.end = nil } }
            return (state.isPaused, state.end)
        }
        if isPaused { return }
        if let end { observer.didFinish(end) } else { task.resume() }
    }

    /// Why a challenge of it was cancelled.
    var challengeError: MutualTLSError? { state.withLock { $0.challengeError } }

    /// Keeps the first reason for which a challenge was cancelled.
    func note(_ error: MutualTLSError) { state.withLock { $0.challengeError = $0.challengeError ?? error } }

    // MARK: What the delegate hears

    func didSend(_ bytes: Int64, of total: Int64) { observer.didSend(bytes, of: total >= 0 ? total : nil) }

    func didReceive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        observer.didReceive(HopResponse(statusCode: response.statusCode) { response })
    }

    func didReceive(_ data: Data) {
        let mustWait = state.withLock { state in
            if state.isPaused { state.held.append(data) }
            return state.isPaused
        }
        if !mustWait { offer(data, atFront: false) }
    }

    private func offer(_ data: Data, atFront: Bool) {
        switch data.withUnsafeBytes({ observer.didReceive($0) }) {
        case .taken: observer.didReceiveForNow()
        case .refused(let error):
            state.withLock { $0.refusal = $0.refusal ?? error }
            task.cancel()
        case .paused:
            state.withLock { state in
                state.isPaused = true
                state.held.insert(data, at: atFront ? 0 : state.held.endIndex)
            }
            task.suspend()
        }
    }

    func didComplete(_ error: (any Error)?) {
        let (finished, isWaiting) = state.withLock { state -> (MutualTLSError?, Bool) in
            let known = state.refusal ?? state.challengeError
            let finished = error.map { known ?? MutualTLSError(urlError: $0, request) }
            if state.isPaused { state.end = .some(finished) }
            return (finished, state.isPaused)
        }
        if !isWaiting { observer.didFinish(finished) }
    }
}
