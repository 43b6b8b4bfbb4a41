#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import TestSupport
    import Testing

    @Suite("A keychain file that many use at once")
    struct KeychainProcessTests {
        private let temporary: TemporaryFolder
        private var folder: URL { temporary.url("keychain") }

        init() throws { temporary = try TemporaryFolder() }

        /// Runs in a process of its own: opens the keychain, which may have to be made, and stores items as fast as it can.
        private static func write(_ path: String, _ writer: Int, _ count: Int) throws {
            let keychain = try KeychainFile.open(folder: URL(fileURLWithPath: path))
            for number in 0..<count { try keychain.store("\(writer)/\(number)", "secret of \(writer)/\(number)") }
        }

        @Test("processes that make it at the same moment and write at once lose nothing and never find it locked")
        func processes() async throws {
            let (writers, count) = (5, 40)
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<writers {
                    group.addTask { [path = folder.path] in
                        await #expect(processExitsWith: .success) {
                            [path = path as String, writer = writer as Int, count = count as Int] in
                            try Self.write(path, writer, count)
                        }
                    }
                }
            }
            let keychain = try KeychainFile.open(folder: folder)
            let accounts = try keychain.accounts
            #expect(
                Set(accounts) == Set((0..<writers).flatMap { writer in (0..<count).map { "\(writer)/\($0)" } }))
            #expect(accounts.count == writers * count)
            // One data key: what each has sealed opens.
            for account in accounts { #expect(try keychain.password(account) == "secret of \(account)") }
            #expect(try integrity(folder) == [[.text("ok")]])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
        }

        @Test("what was reported as stored is there after kill -9 at any moment", arguments: 0..<6)
        func kills(_ round: Int) async throws {
            try temporary.write(Data(), "report")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.path as String, report = temporary.path("report") as String, round = round as Int] in
                let descriptor = open(report, O_WRONLY | O_APPEND)
                func dieSoon(_ delay: UInt32) {
                    Thread.detachNewThread {
                        usleep(delay)
                        kill(getpid(), SIGKILL)
                    }
                }
                // The first one while it is still being made.
                if round == 0 { dieSoon(3_000) }
                let keychain = try KeychainFile.open(folder: URL(fileURLWithPath: path))
                for number in 0..<Int.max {
                    if round > 0, number == 1 { dieSoon(UInt32.random(in: 0...200_000)) }
                    try keychain.store("\(number)", String(repeating: "s", count: 1 + number * 37 % 5_000))
                    let line = "\(number)\n"
                    Glibc.write(descriptor, line, line.utf8.count)
                }
            }
            let reported = temporary.text(of: "report").split(separator: "\n").map(String.init)
            let keychain = try KeychainFile.open(folder: folder)
            let accounts = try keychain.accounts
            #expect(Array(accounts.prefix(reported.count)) == reported)
            #expect(accounts.count <= reported.count + 1)
            for account in accounts { #expect(try keychain.password(account) != nil) }
            #expect(try integrity(folder) == [[.text("ok")]])
            try keychain.store("after")
            if round > 0 { #expect(!reported.isEmpty) }
        }

        @Test("threads that read and write through one handle lose nothing, and each read sees whole writes")
        func threads() async throws {
            let keychain = try KeychainFile.open(folder: folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<20 {
                            try keychain.write { items in
                                for half in ["a", "b"] {
                                    _ = try items.insert(
                                        .genericPassword, ["acct": .text("\(writer)/\(number)"), "svce": .text(half)],
                                        nil)
                                }
                            }
                        }
                    }
                    group.addTask {
                        for _ in 0..<50 {
                            let count = try keychain.read {
                                try $0.find(.genericPassword, where: [:], limit: nil).count
                            }
                            #expect(count % 2 == 0)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try keychain.accounts.count == 320)
        }

        @Test("a writer waits for another that holds the file, and goes on where it left off")
        func waiting() async throws {
            let first = try KeychainFile.open(folder: folder)
            let second = try KeychainFile.open(folder: folder)
            try first.write { items in
                _ = try items.insert(.genericPassword, ["acct": .text("first")], nil)
                Thread.detachNewThread { _ = try? second.store("second") }
                usleep(300_000)
                // Others read what was there before.
                let seen = try second.accounts
                #expect(seen.isEmpty)
            }
            while try first.accounts.count < 2 { usleep(5_000) }
            #expect(try first.accounts == ["first", "second"])
        }
    }
#endif
