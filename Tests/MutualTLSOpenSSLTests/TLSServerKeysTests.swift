import Foundation
import MutualTLSOpenSSL
import Testing

/// The TLS server with every kind of key and chain, without sockets.
@Suite struct TLSServerKeysTests {
    static let kinds: [PrivateKey.Kind] = [.ec(256), .ec(384), .ec(521), .rsa(2048), .ed25519]

    /// A root, and what it issued for both sides; valid now.
    private struct Sides {
        let root: Minted
        let server: Minted
        let middle: Minted
        let client: Minted

        init(_ kind: PrivateKey.Kind = .ec(256)) throws {
            func valid(_ builder: inout CertificateBuilder) {
                (builder.notBefore, builder.notAfter) = (Date() - 60, Date() + 3600)
            }
            root = try .authority("Root", key: .generate(kind), valid)
            server = try .make("server", by: root, key: .generate(kind), valid)
            middle = try .authority("Middle", by: root, key: .generate(kind), valid)
            client = try .make("client", by: middle, key: .generate(kind)) {
                valid(&$0)
                $0.extendedKeyUsage = [ExtendedKeyUsage.clientAuth]
            }
        }

        func connection(_ change: (inout TLSServerContext.Configuration) -> Void = { _ in }) throws
            -> TLSServerConnection
        {
            var configuration = TLSServerContext.Configuration(chain: [server.certificate], key: server.key)
            configuration.clientAuthentication = .require
            configuration.clientAuthorities = [root.certificate]
            change(&configuration)
            return try TLSServerConnection(TLSServerContext(configuration))
        }

        func peer(_ chain: [Minted], _ version: TLSVersion = .v1_3) throws -> LoopbackClient {
            try LoopbackClient(
                .init(chain: ([client] + chain).map(\.certificate), key: client.key, version: version))
        }
    }

    @Test("both sides may have keys of any kind, in both versions", arguments: kinds, TLSVersion.allCases)
    func everyKind(kind: PrivateKey.Kind, version: TLSVersion) throws {
        let sides = try Sides(kind)
        let server = try sides.connection()
        #expect(try sides.peer([sides.middle], version).shakeHands(with: server) == .finished)
        #expect(server.facts.version == version.name)
        #expect(server.facts.verification?.isSuccess == true)
        #expect(server.facts.chain == [sides.client, sides.middle].map(\.certificate))
    }

    @Test(
        "what the client sent is told as it was sent: out of order, doubled, with strangers in it",
        arguments: TLSVersion.allCases)
    func chainAsSent(version: TLSVersion) throws {
        let sides = try Sides()
        let stranger = try Minted.authority("Stranger")
        for chain in [
            [sides.root, sides.middle], [sides.middle, sides.middle], [stranger, sides.middle, sides.root],
            [sides.middle],
        ] {
            let server = try sides.connection()
            #expect(try sides.peer(chain, version).shakeHands(with: server) == .finished)
            #expect(server.facts.chain == ([sides.client] + chain).map(\.certificate))
            #expect(server.facts.verification?.isSuccess == true)
        }
    }

    @Test("a handshake that comes byte by byte is the same handshake", arguments: TLSVersion.allCases)
    func byteByByte(version: TLSVersion) throws {
        let sides = try Sides()
        let server = try sides.connection()
        let client = try sides.peer([sides.middle], version)
        var state = TLSServerConnection.Handshake.needsInput
        for _ in 0..<10 where state == .needsInput {
            _ = client.read()
            for byte in client.takeOutput() where state == .needsInput {
                try server.receive([byte])
                state = server.handshake()
            }
            server.withOutput { bytes in
                for index in bytes.indices { _ = client.put(UnsafeRawBufferPointer(rebasing: bytes[index...index])) }
                return bytes.count
            }
        }
        #expect(state == .finished)
        #expect(server.facts.chain.count == 2)
    }

    @Test("a record with any byte changed ends the connection with a reason, never with other data")
    func tampering() throws {
        let sides = try Sides()
        for position in [0, 1, 3, 5, 12, 20] {
            let server = try sides.connection { $0.clientAuthentication = .none }
            let client = try sides.peer([])
            #expect(try client.shakeHands(with: server) == .finished)
            client.write("hello")
            var record = client.takeOutput()
            record[position] ^= 0x40
            try server.receive(record)
            server.receiveEnd()
            switch server.read(upTo: 100) {
            case .data(let data): Issue.record("\(data.count) bytes came through, changed at \(position)")
            case .end(let isClean): #expect(!isClean)
            default: break
            }
        }
    }

    @Test("two servers don't take each other's sessions", arguments: TLSVersion.allCases)
    func foreignSessions(version: TLSVersion) throws {
        let sides = try Sides()
        let first = try sides.peer([sides.middle], version)
        #expect(try first.shakeHands(with: sides.connection()) == .finished)
        var settings = LoopbackClient.Settings(
            chain: [sides.client, sides.middle].map(\.certificate), key: sides.client.key, version: version)
        settings.session = first.session
        let other = try sides.connection()
        #expect(try LoopbackClient(settings).shakeHands(with: other) == .finished)
        #expect(!other.facts.isResumed && other.facts.chain.count == 2)
    }

    @Test("a server that allows no version is refused when it is made, or shakes nobody's hand")
    func noVersion() throws {
        let sides = try Sides()
        let server = try? sides.connection { ($0.minimumVersion, $0.maximumVersion) = (.v1_3, .v1_2) }
        guard let server else { return }
        for version in TLSVersion.allCases {
            #expect(try sides.peer([sides.middle], version).shakeHands(with: server) != .finished)
        }
    }
}
