#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import MutualTLSPKCS12
    import TestSupport
    import Testing

    @Suite("Protection of a keychain file")
    struct KeychainProtectionTests {
        private let temporary: TemporaryFolder
        private var folder: URL { temporary.url("keychain") }
        private let right = SecretBytes(utf8: "correct horse"), wrong = SecretBytes(utf8: "Correct horse")

        init() throws { temporary = try TemporaryFolder() }

        @Test(
            "with a passphrase it opens locked: what isn't sealed is there, and what is comes with the passphrase alone"
        )
        func passphrase() throws {
            try KeychainFile.open(folder: folder, protection: .passphrase(right)).store("a", "sealed")
            let keychain = try KeychainFile.open(folder: folder)
            #expect(keychain.isLocked)
            #expect(try keychain.accounts == ["a"])
            #expect(fault { try keychain.password("a") } == .locked)
            #expect(fault { try keychain.store("b") } == .locked)
            #expect(fault { try keychain.unlock(passphrase: wrong) } == .wrongPassphrase)
            #expect(keychain.isLocked)
            try keychain.unlock(passphrase: right)
            #expect(!keychain.isLocked)
            #expect(try keychain.password("a") == "sealed")
            keychain.lock()
            #expect(fault { try keychain.password("a") } == .locked)
            #expect(try keychain.accounts == ["a"])
        }

        @Test("a wrong passphrase is told at once, and leaves the files as they were")
        func wrongPassphrase() throws {
            try KeychainFile.open(folder: folder, protection: .passphrase(right)).store("a")
            let before = try KeychainSnapshot(folder)
            #expect(fault { try KeychainFile.open(folder: folder, protection: .passphrase(wrong)) } == .wrongPassphrase)
            #expect(try KeychainSnapshot(folder) == before)
            let keychain = try KeychainFile.open(folder: folder, protection: .passphrase(right))
            #expect(try keychain.password("a") == "secret")
        }

        @Test("no secret is readable in any file, nor is the passphrase")
        func sealing() throws {
            let keychain = try KeychainFile.open(folder: folder, protection: .passphrase(right))
            try keychain.store("visible account", "needle in a haystack")
            let files = try KeychainSnapshot(folder)
            #expect(files.contains(Data("visible account".utf8)))
            #expect(!files.contains(Data("needle".utf8)) && !files.contains(Data("correct horse".utf8)))
        }

        @Test("without the key file all but the sealed is there, and the error names what is missing")
        func missingKeyFile() throws {
            try KeychainFile.open(folder: folder).store("a")
            try FileManager.default.removeItem(at: folder.appendingPathComponent("keychain.key"))
            let keychain = try KeychainFile.open(folder: folder)
            #expect(try keychain.accounts == ["a"])
            let error = #expect(throws: KeychainError.self) { try keychain.password("a") }
            #expect(error?.code == .keyFileMissing && "\(error as Any)".contains("keychain.key"))
            #expect(fault { try keychain.store("b") } == .keyFileMissing)
        }

        @Test("the key file of another keychain opens nothing")
        func foreignKeyFile() throws {
            try KeychainFile.open(folder: folder).store("a")
            try KeychainFile.open(folder: temporary.url("other")).store("a")
            let key = try Data(contentsOf: temporary.url("other").appendingPathComponent("keychain.key"))
            try key.write(to: folder.appendingPathComponent("keychain.key"))
            let keychain = try KeychainFile.open(folder: folder)
            #expect(fault { try keychain.password("a") } == .damaged)
        }

        @Test("a key file that others can read is refused, and so is one of another size")
        func badKeyFile() throws {
            try KeychainFile.open(folder: folder).store("a")
            let path = folder.appendingPathComponent("keychain.key").path
            #expect(chmod(path, 0o640) == 0)
            #expect(fault { try KeychainFile.open(folder: folder).password("a") } == .permissions)
            #expect(chmod(path, 0o600) == 0 && truncate(path, 31) == 0)
            #expect(fault { try KeychainFile.open(folder: folder).password("a") } == .damaged)
        }

        @Test("a keychain that a key file opens can be locked, and unlocked without a passphrase")
        func lockingKeyFile() throws {
            let keychain = try KeychainFile.open(folder: folder)
            try keychain.store("a")
            keychain.lock()
            #expect(fault { try keychain.password("a") } == .locked)
            try keychain.unlock(passphrase: SecretBytes([]))
            #expect(try keychain.password("a") == "secret")
        }

        @Test(
            "another protection opens the same items, and the one before opens nothing, not even with what is left on the disk"
        )
        func changing() throws {
            let keychain = try KeychainFile.open(folder: folder)
            try keychain.store("a")
            let keyFile = folder.appendingPathComponent("keychain.key")
            let oldKey = try Data(contentsOf: keyFile)
            let oldWrapping = try #require(try wrapping(keychain))
            #expect(try KeychainSnapshot(folder).contains(oldWrapping))

            try keychain.changeProtection(.passphrase(right))
            #expect(!FileManager.default.fileExists(atPath: keyFile.path))
            let files = try KeychainSnapshot(folder)
            #expect(!files.contains(oldWrapping) && !files.contains(oldKey))
            #expect(try KeychainFile.open(folder: folder).isLocked)

            try keychain.changeProtection(.passphrase(wrong))
            #expect(fault { try KeychainFile.open(folder: folder, protection: .passphrase(right)) } == .wrongPassphrase)
            let reopened = try KeychainFile.open(folder: folder, protection: .passphrase(wrong))
            #expect(try reopened.password("a") == "secret")

            try reopened.changeProtection(.keyFile)
            #expect(try KeychainFile.open(folder: folder).password("a") == "secret")
        }

        @Test("a locked keychain's protection can't be changed")
        func changingLocked() throws {
            try KeychainFile.open(folder: folder, protection: .passphrase(right)).store("a")
            let before = try KeychainSnapshot(folder)
            let keychain = try KeychainFile.open(folder: folder)
            #expect(fault { try keychain.changeProtection(.keyFile) } == .locked)
            #expect(try KeychainSnapshot(folder) == before)
        }

        @Test(
            "a file may not ask for more memory than is sensible, nor for what scrypt can't do",
            arguments: [
                "cost = 1 << 40", "cost = 0", "cost = 3", "cost = -1", "block = 1 << 30", "block = 0", "parallel = 0",
                "parallel = 1 << 20", "cost = NULL", "cost = 9223372036854775807", "wrapped = 'text'", "kind = 'magic'",
            ])
        func parameters(_ change: String) throws {
            try KeychainFile.open(folder: folder, protection: .passphrase(right)).store("a")
            try tamper(folder, "UPDATE protection SET \(change)")
            #expect(fault { try KeychainFile.open(folder: folder, protection: .passphrase(right)) } == .damaged)
        }

        @Test("a sealed item can't stand in another's place, be cut, or be changed by a bit")
        func moving() throws {
            let keychain = try KeychainFile.open(folder: folder)
            try keychain.store("a")
            try keychain.store("b")
            for change in [
                "bytes = (SELECT bytes FROM payload WHERE item = 2)", "bytes = x''", "bytes = 'text'",
                "bytes = zeroblob(40)",
                "sealed = 'x'",
            ] {
                let copy = temporary.url(UUID().uuidString)
                try tamper(folder, "PRAGMA user_version")
                try FileManager.default.copyItem(at: folder, to: copy)
                try tamper(copy, "UPDATE payload SET \(change) WHERE item = 1")
                let changed = try KeychainFile.open(folder: copy)
                #expect(fault { try changed.password("a") } == .damaged, "\(change)")
                #expect(try changed.password("b") == "secret")
            }
        }

        private func wrapping(_ keychain: KeychainFile) throws -> Data? {
            let row = try keychain.read { try $0.connection.run("SELECT wrapped FROM protection").first }
            guard case .data(let bytes)?? = row?.first else { return nil }
            return bytes
        }
    }
#endif
