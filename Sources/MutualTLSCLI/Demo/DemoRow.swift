import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSOpenSSL
import PortableSecurity

/// One row: what is sent, and what must come of it.
struct DemoRow: Sendable {
    /// What the server must have seen of the certificate.
    enum Verdict: Sendable {
        /// It is good, and of this subject.
        case success(String)
        /// None came.
        case none
        /// It failed, with one of OpenSSL's numbers (X509_V_ERR_...).
        case failed(Set<Int>)
    }

    /// Who makes the request.
    enum Sender: Sendable {
        /// Nobody in particular.
        case nobody
        /// One identity, by its label, sent as given.
        case identity(String)
        /// One of several, chosen by what the server says that it accepts.
        case choice([String])
    }

    let title: String
    let sender: Sender
    var isToImpostor = false
    let verdict: Verdict
    /// What the client must have got; nil for the status 200.
    let clientError: MutualTLSError.Code?

    static let all = [
        DemoRow(
            title: "a good identity", sender: .identity("client-certificate"), verdict: .success("CN=alice"),
            clientError: nil),
        DemoRow(title: "no identity", sender: .nobody, verdict: .none, clientError: .clientCertificateRequired),
        DemoRow(
            title: "an expired one", sender: .identity("expired"), verdict: .failed([10]),
            clientError: .clientCertificateRejected),
        DemoRow(
            title: "one of another CA", sender: .identity("stranger"), verdict: .failed([2, 19, 20, 21]),
            clientError: .clientCertificateRejected),
        DemoRow(
            title: "one for servers only", sender: .identity("server-only"), verdict: .failed([26]),
            clientError: .clientCertificateRejected),
        DemoRow(
            title: "one without its intermediate", sender: .identity("lone"), verdict: .failed([2, 20, 21]),
            clientError: .clientCertificateRejected),
        DemoRow(
            title: "the one of three that fits", sender: .choice(["expired", "stranger", "client-certificate"]),
            verdict: .success("CN=alice"), clientError: nil),
        DemoRow(
            title: "nothing: the server is not trusted", sender: .identity("client-certificate"), isToImpostor: true,
            verdict: .none,
            clientError: .serverNotTrusted),
    ]

    /// Makes the request, and takes down what both sides say.
    func play(on stage: DemoStage) async throws -> DemoResult {
        let peer = isToImpostor ? stage.impostor : stage.server
        let reportsBefore = peer.reports.withLock { $0.count }
        let requestsBefore = peer.requests.withLock { $0 }
        let choice = LockedBox<IdentityChoice?>(nil)
        let session = try session(on: stage, choice)
        defer { session.invalidateAndCancel() }

        let answer: Result<HTTPURLResponse, MutualTLSError>
        do {
            answer = .success(try await session.data(for: URLRequest(url: peer.url, timeoutInterval: 10)).1)
        } catch let error as MutualTLSError {
            answer = .failure(error)
        }
        // The client may know before the server has written its report.
        for _ in 0..<300 where peer.reports.withLock({ $0.count }) == reportsBefore {
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        return DemoResult(
            row: self, choice: choice.withLock { $0 },
            reports: peer.reports.withLock { Array($0.dropFirst(reportsBefore)) },
            sentIdentity: try sentIdentity(stage),
            requests: peer.requests.withLock { $0 } - requestsBefore, answer: answer)
    }

    private func sentIdentity(_ stage: DemoStage) throws -> ClientIdentity? {
        guard case .identity(let name) = sender, !isToImpostor else { return nil }
        return try stage.identity(name)
    }

    private func session(
        on stage: DemoStage, _ choice: LockedBox<IdentityChoice?>
    ) throws -> MutualTLSSession {
        var configuration = MutualTLSSession.Configuration()
        // What it would warn of is in the table.
        configuration.warn = { _ in }
        switch sender {
        case .nobody: return try MutualTLSSession(serverTrust: stage.trust, configuration: configuration)
        case .identity(let name):
            return try stage.session(label: name, configuration)
        case .choice(let names):
            let candidates = try names.map(stage.identity)
            return try MutualTLSSession(serverTrust: stage.trust, configuration: configuration) { challenge in
                let made = IdentityChoice(
                    among: candidates, for: .init(acceptableIssuers: challenge.protectionSpace.acceptableIssuers))
                choice.withLock { $0 = made }
                return try made.single().credential()
            }
        }
    }
}
