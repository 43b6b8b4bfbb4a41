#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import TestSupport
    import Testing

    @Suite("The folder of a keychain file")
    struct KeychainFolderTests {
        private let temporary: TemporaryFolder
        private var folder: URL { temporary.url("keychain") }

        init() throws { temporary = try TemporaryFolder() }

        private func mode(_ path: String) -> mode_t? {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
        }

        @Test("a folder and all in it are made for their owner alone, whatever the mask")
        func permissions() async throws {
            let deep = temporary.url("a/b/keychain")
            await #expect(processExitsWith: .success) { [path = deep.path as String] in
                umask(0)
                let keychain = try KeychainFile.open(folder: URL(fileURLWithPath: path))
                try keychain.store("a")
            }
            #expect(mode(deep.path) == 0o700 && mode(temporary.path("a")) == 0o700)
            for name in ["keychain.sqlite", "keychain.sqlite-wal", "keychain.sqlite-shm", "keychain.key"] {
                #expect(mode(deep.appendingPathComponent(name).path) == 0o600, "\(name)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: deep.path).count == 4)
        }

        @Test("a folder that others may write to is refused", arguments: [0o770, 0o702, 0o777] as [mode_t])
        func openFolder(_ mode: mode_t) throws {
            try KeychainFile.open(folder: folder).store("a")
            #expect(chmod(folder.path, mode) == 0)
            #expect(fault { try KeychainFile.open(folder: folder) } == .permissions)
        }

        @Test("one that others may look into is none of our business")
        func readableFolder() throws {
            try KeychainFile.open(folder: folder).store("a")
            #expect(chmod(folder.path, 0o755) == 0)
            #expect(try KeychainFile.open(folder: folder).accounts == ["a"])
        }

        @Test("what belongs to another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
        func otherOwner() throws {
            try KeychainFile.open(folder: folder).store("a")
            for name in ["keychain.key", "keychain.sqlite", ""] {
                let path = name.isEmpty ? folder.path : folder.appendingPathComponent(name).path
                #expect(chown(path, 65534, 65534) == 0)
                #expect(fault { try KeychainFile.open(folder: folder).password("a") } == .permissions, "\(name)")
                #expect(chown(path, 0, 0) == 0)
            }
        }

        @Test(
            "a file in it that is a link, or others may write to, is refused",
            arguments: ["keychain.sqlite", "keychain.key"])
        func links(_ name: String) throws {
            try KeychainFile.open(folder: folder).store("a")
            let path = folder.appendingPathComponent(name).path
            #expect(chmod(path, 0o622) == 0)
            #expect(fault { try KeychainFile.open(folder: folder).password("a") } == .permissions)
            #expect(chmod(path, 0o600) == 0)
            try FileManager.default.moveItem(atPath: path, toPath: temporary.path("elsewhere"))
            #expect(symlink(temporary.path("elsewhere"), path) == 0)
            #expect(fault { try KeychainFile.open(folder: folder).password("a") } == .permissions)
        }

        @Test("a link to the folder leads to it, and its target is judged")
        func linkedFolder() throws {
            try KeychainFile.open(folder: folder).store("a")
            #expect(symlink(folder.path, temporary.path("link")) == 0)
            let keychain = try KeychainFile.open(folder: temporary.url("link"))
            #expect(try keychain.password("a") == "secret")
            #expect(keychain.folder.standardizedFileURL.path == folder.resolvingSymlinksInPath().path)
            #expect(chmod(folder.path, 0o777) == 0)
            #expect(fault { try KeychainFile.open(folder: temporary.url("link")) } == .permissions)
        }

        @Test("a file in the folder's place is no folder")
        func file() throws {
            try temporary.write(Data(), "keychain")
            #expect(fault { try KeychainFile.open(folder: folder) } == .io)
        }

        @Test("a keychain that was removed while it was open takes no more items")
        func removed() throws {
            let keychain = try KeychainFile.open(folder: folder)
            try keychain.store("a")
            #expect(!keychain.isReplaced)
            try FileManager.default.removeItem(at: folder)
            #expect(keychain.isReplaced)
            #expect(fault { try keychain.store("b") } == .unavailable)
            #expect(try KeychainFile.open(folder: folder).accounts == [])
            #expect(keychain.isReplaced)
            #expect(fault { try keychain.accounts } == .unavailable)
        }

        @Test("the environment names the folder")
        func environment() async throws {
            await #expect(processExitsWith: .success) {
                setenv("HOME", "/home/somebody", 1)
                unsetenv("MTLS_KEYCHAIN")
                for (data, expected) in [
                    ("/data", "/data/mtls"), ("relative", "/home/somebody/.local/share/mtls"),
                    ("", "/home/somebody/.local/share/mtls"),
                ] {
                    setenv("XDG_DATA_HOME", data, 1)
                    #expect(KeychainFolder.standard.path == expected)
                }
                setenv("MTLS_KEYCHAIN", "/own", 1)
                #expect(KeychainFolder.standard.path == "/own")
            }
        }
    }
#endif
