import Foundation
import MutualTLSOpenSSL
import Testing

@testable import MutualTLSTransport

@Suite("The loop's mailbox")
struct MailboxTests {
    private func ids(_ commands: [LoopCommand]) -> [Transfer.ID] {
        commands.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    }

    @Test("commands come out once, in the order in which they went in")
    func order() {
        let mailbox = Mailbox()
        for id in 1...5 { #expect(mailbox.post(.cancel(Transfer.ID(id)))) }
        #expect(ids(mailbox.take()) == [1, 2, 3, 4, 5])
        #expect(mailbox.take().isEmpty)
        #expect(mailbox.post(.cancel(6)))
        #expect(ids(mailbox.take()) == [6])
    }

    @Test("a closed one gives back what nobody took, and takes nothing more")
    func close() {
        let mailbox = Mailbox()
        _ = mailbox.post(.cancel(1))
        _ = mailbox.post(.cancel(2))
        #expect(ids(mailbox.close()) == [1, 2])
        #expect(!mailbox.post(.cancel(3)))
        #expect(mailbox.take().isEmpty && mailbox.close().isEmpty)
    }

    @Test("of what many threads post while it closes, each command is taken, given back or refused, in order")
    func threads() async throws {
        let mailbox = Mailbox()
        let taken = LockedBox<[Transfer.ID]>([])
        let refused = await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    (0..<500).reduce(0) { count, index in
                        mailbox.post(.cancel(Transfer.ID(thread * 1_000 + index))) ? count : count + 1
                    }
                }
            }
            group.addTask {
                for round in 0..<200 {
                    let commands = round == 199 ? mailbox.close() : mailbox.take()
                    let found = commands.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
                    taken.withLock { $0 += found }
                    await Task.yield()
                }
                return 0
            }
            return await group.reduce(0, +)
        }
        let all = taken.withLock { $0 }
        try #require(all.count + refused == 4_000)
        for thread in 0..<8 {
            let own = all.filter { Int($0) / 1_000 == thread }
            let isInOrder = own == own.indices.map { Transfer.ID(thread * 1_000 + $0) }
            #expect(isInOrder, "none is lost or overtaken")
        }
    }
}

@Suite("What must not reach the wire")
struct TransportRequestTests {
    private func verdict(_ request: TransportRequest) -> TransportError.Code? {
        do throws(TransportError) {
            try request.validate(request.url.origin)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "only absolute http and https URLs with a host are requested",
        arguments: [
            ("https://a.example/", true), ("HTTPS://A.example", true), ("http://127.0.0.1:1/", true),
            ("https://[::1]/", true), ("wss://a.example/", false), ("file:///etc/passwd", false), ("/path", false),
            ("https:///path", false), ("https:a.example", false), ("data:,x", false), ("ftp://a.example/", false),
            ("//a.example/", false), ("mailto:a@b.example", false),
        ])
    func urls(text: String, isGood: Bool) throws {
        let url = try #require(URL(string: text))
        #expect(verdict(TransportRequest(url: url)) == (isGood ? nil : .invalidRequest))
    }

    static let url = URL(string: "https://a.example/") ?? URL(fileURLWithPath: "/")

    @Test(
        "methods are tokens",
        arguments: [
            ("GET", true), ("get", true), ("M-SEARCH", true), ("!#$%&'*+-.^_`|~09", true), ("", false),
            ("G T", false), ("GET\r\n", false), ("GET\0", false), ("GET:", false), ("G\u{c9}T", false), ("\"", false),
            ("GET/", false), ("(", false), ("\u{7F}", false),
        ])
    func methods(method: String, isGood: Bool) {
        #expect(verdict(TransportRequest(url: Self.url, method: method)) == (isGood ? nil : .invalidRequest))
    }

    @Test(
        "header names are tokens, and values hold no line break",
        arguments: [
            ("X", "a", true), ("x-y", "", true), ("X", " a, \"b\": c;\t\u{e9}\u{1F600}", true), ("", "a", false),
            ("X:", "a", false), ("X Y", "a", false), (" X", "a", false), ("X\r\nY", "a", false), ("\u{dc}", "a", false),
            ("X", "a\nb", false), ("X", "a\rb", false), ("X", "\r\n", false), ("X", "a\0b", false),
        ])
    func headers(name: String, value: String, isGood: Bool) {
        let request = TransportRequest(
            url: Self.url, headers: [(name: "Good", value: "a"), (name: name, value: value)])
        #expect(verdict(request) == (isGood ? nil : .invalidRequest))
    }
}
