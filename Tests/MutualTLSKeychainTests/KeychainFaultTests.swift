#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import TestSupport
    import Testing

    @Suite("What can be wrong with a keychain file")
    struct KeychainFaultTests {
        private let temporary: TemporaryFolder
        private var folder: URL { temporary.url("keychain") }
        private var database: URL { folder.appendingPathComponent("keychain.sqlite") }

        init() throws {
            temporary = try TemporaryFolder()
            let keychain = try KeychainFile.open(folder: folder)
            for number in 0..<50 { try keychain.store("account \(number)", String(repeating: "x", count: 500)) }
            try tamper(folder, "PRAGMA user_version")
        }

        /// Reads all there is.
        private func readAll() throws {
            let keychain = try KeychainFile.open(folder: folder)
            for account in try keychain.accounts { _ = try keychain.password(account) }
        }

        @Test(
            "a file that isn't SQLite's, or not ours, or cut, is told as damaged and left as it is",
            arguments: ["text", "magic", "page size", "half", "one page", "99 bytes", "another program"])
        func damagedFile(_ damage: String) throws {
            var bytes = try Data(contentsOf: database)
            switch damage {
            case "text":
                bytes = Data("This is not a database, but it is long enough to be one, at least its header.".utf8)
            case "magic": bytes[3] ^= 1
            case "page size": bytes[16] ^= 0xFF
            case "half": bytes = bytes.prefix(bytes.count / 2)
            case "one page": bytes = bytes.prefix(4096)
            case "99 bytes": bytes = bytes.prefix(99)
            default: bytes.replaceSubrange(68..<72, with: [1, 2, 3, 4])
            }
            try bytes.write(to: database)
            #expect(fault { try readAll() } == .damaged)
            #expect(fault { try KeychainFile.open(folder: folder).store("new") } == .damaged)
            #expect(try Data(contentsOf: database) == bytes)
        }

        @Test("a page that was overwritten is told as damaged, and no item comes out wrong")
        func damagedPages() throws {
            let whole = try Data(contentsOf: database)
            var told = 0
            for page in 1..<whole.count / 4096 {
                var bytes = whole
                // The head of the page, which says what is in it.
                for offset in 0..<8 { bytes[page * 4096 + offset] ^= 0xA5 }
                try bytes.write(to: database)
                let code = fault { try readAll() }
                #expect(code == nil || code == .damaged)
                if code == .damaged { told += 1 }
                #expect(try Data(contentsOf: database) == bytes)
            }
            // Some pages are those of indices that this doesn't read.
            #expect(told > 5)
        }

        @Test("a bit that flips in a sealed item is found when it is opened")
        func damagedPayload() throws {
            var bytes = try Data(contentsOf: database)
            let sealed = try #require(try sealedBytes("account 7"))
            let place = try #require(bytes.range(of: sealed.prefix(100)))
            bytes[place.lowerBound + 50] ^= 1
            try bytes.write(to: database)
            let keychain = try KeychainFile.open(folder: folder)
            #expect(try keychain.accounts.count == 50)
            #expect(fault { try keychain.password("account 7") } == .damaged)
            #expect(try keychain.password("account 8") != nil)
        }

        private func sealedBytes(_ account: String) throws -> Data? {
            let keychain = try KeychainFile.open(folder: folder)
            let row = try keychain.read {
                try $0.connection.run(
                    "SELECT p.bytes FROM genp g JOIN payload p ON p.item = g.item WHERE g.acct = ?", [.text(account)]
                ).first
            }
            guard case .data(let bytes)?? = row?.first else { return nil }
            return bytes
        }

        @Test("random flips never crash, and end in the right data or in a typed error")
        func randomFlips() throws {
            let whole = try Data(contentsOf: database)
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<150 {
                var bytes = whole
                var flips: [Int] = []
                for _ in 0..<Int.random(in: 1...20, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    flips.append(place)
                    bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                }
                try bytes.write(to: database)
                let allowed: Set<KeychainError.Code?> = [
                    nil, .damaged, .newerVersion, .locked, .unavailable, .readOnly, .io,
                ]
                let code = fault { try readAll() }
                #expect(allowed.contains(code), "\(flips)")
                _ = fault { try KeychainFile.open(folder: folder).store("new") }
            }
        }

        @Test("a newer version's file is left alone, by one that opens it and by one that has it open")
        func newerVersion() throws {
            let old = try KeychainFile.open(folder: folder)
            #expect(try old.accounts.count == 50)
            let newer = Migrations(steps: Migrations.all.steps + [["ALTER TABLE genp ADD COLUMN \"newc\""]])
            let keychain = try KeychainFile.open(folder: folder, protection: .keyFile, migrations: newer)
            #expect(try keychain.password("account 7") == String(repeating: "x", count: 500))
            let before = try KeychainSnapshot(folder)
            #expect(fault { try KeychainFile.open(folder: folder) } == .newerVersion)
            #expect(fault { try old.accounts } == .newerVersion)
            #expect(fault { try old.store("new") } == .newerVersion)
            #expect(try KeychainSnapshot(folder) == before)
        }

        @Test("a migration that fails leaves the file in the version that it had")
        func failingMigration() throws {
            let steps =
                Migrations.all.steps + [["ALTER TABLE genp ADD COLUMN \"newc\"", "SELECT nothing FROM nowhere"]]
            #expect(
                fault {
                    try KeychainFile.open(folder: folder, protection: .keyFile, migrations: Migrations(steps: steps))
                } == .damaged)
            #expect(try KeychainFile.open(folder: folder).accounts.count == 50)
        }

        /// As another user where this is root, whom no permission holds.
        private static func dropPrivileges(_ folder: URL) {
            guard geteuid() == 0 else { return }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let parent = folder.deletingLastPathComponent()
            for path in [parent.path, folder.path] + names.map({ folder.appendingPathComponent($0).path }) {
                chown(path, 65534, 65534)
            }
            setgid(65534)
            setuid(65534)
        }

        @Test("a folder that is read-only can be read, and a write is told so and changes nothing")
        func readOnlyFolder() async throws {
            let before = try KeychainSnapshot(folder)
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                let folder = URL(fileURLWithPath: path)
                for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                    chmod(path + "/" + name, 0o400)
                }
                chmod(path, 0o500)
                Self.dropPrivileges(folder)
                let keychain = try KeychainFile.open(folder: folder)
                let accounts = try keychain.accounts
                #expect(accounts.count == 50)
                let password = try keychain.password("account 3")
                #expect(password != nil)
                #expect(fault { try keychain.store("new") } == .readOnly)
                #expect(fault { try keychain.changeProtection(.keyFile) } == .readOnly)
            }
            if geteuid() == 0 {
                for name in before.files.keys { chown(folder.appendingPathComponent(name).path, 0, 0) }
                chown(folder.path, 0, 0)
            }
            chmod(folder.path, 0o700)
            #expect(try KeychainSnapshot(folder) == before)
        }

        @Test("no keychain can be made in a read-only folder, and it says so")
        func makingInReadOnlyFolder() async throws {
            await #expect(processExitsWith: .success) { [path = temporary.path("empty") as String] in
                let folder = URL(fileURLWithPath: path)
                mkdir(path, 0o500)
                Self.dropPrivileges(folder)
                #expect(fault { try KeychainFile.open(folder: folder) } == .readOnly)
                #expect(fault { try KeychainFile.open(folder: folder.appendingPathComponent("within")) } == .readOnly)
                let names = try FileManager.default.contentsOfDirectory(atPath: path)
                #expect(names.isEmpty)
            }
        }

        @Test("a full disk is told, stores nothing by halves, and once there is room all goes on")
        func fullDisk() async throws {
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                // As on a full disk, files can't grow: without the signal a write fails.
                signal(SIGXFSZ, SIG_IGN)
                let keychain = try KeychainFile.open(folder: URL(fileURLWithPath: path))
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(1), &limit)
                limit.rlim_cur = 300_000
                setrlimit(__rlimit_resource_t(1), &limit)
                var stored = try keychain.accounts
                var code: KeychainError.Code?
                while code == nil, stored.count < 10_000 {
                    let account = "more \(stored.count)"
                    code = fault { try keychain.store(account, String(repeating: "y", count: 2000)) }
                    if code == nil { stored.append(account) }
                }
                #expect(code == .diskFull)
                let kept = try keychain.accounts
                #expect(kept == stored)
                limit.rlim_cur = limit.rlim_max
                setrlimit(__rlimit_resource_t(1), &limit)
                try keychain.store("after")
                let all = try keychain.accounts
                #expect(all == stored + ["after"])
            }
            #expect(try integrity(folder) == [[.text("ok")]])
        }
    }
#endif
