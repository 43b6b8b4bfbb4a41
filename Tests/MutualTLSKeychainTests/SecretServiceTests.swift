#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import MutualTLSPKCS12
    import TestSupport
    import Testing

    /// Each in a process of its own, since a process knows one session bus.
    @Suite("A keychain that the desktop's Secret Service protects")
    struct SecretServiceTests {
        /// A session bus with GNOME's keyring on it, as somebody who is logged in has them.
        private final class Desktop {
            private let bus, keyring: Tool.Running
            let folder: TemporaryFolder

            init() throws {
                folder = try TemporaryFolder()
                for name in ["home", "run"] { mkdir(folder.path(name), 0o700) }
                let address = "unix:path=\(folder.path("run"))/bus"
                bus = try #require(Tool("dbus-daemon"))
                    .start(["--session", "--nofork", "--nopidfile", "--address=\(address)"])
                for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder.path("run") + "/bus") {
                    usleep(10_000)
                }
                let environment = [
                    "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path("home"),
                    "XDG_RUNTIME_DIR": folder.path("run"), "XDG_DATA_HOME": folder.path("home"),
                ]
                for (name, value) in environment { setenv(name, value, 1) }
                // The password of a login, on its standard input.
                keyring = try #require(Tool("gnome-keyring-daemon"))
                    .start(
                        ["--foreground", "--unlock", "--components=secrets"], input: Data("login".utf8),
                        environment: environment)
            }

            /// Runs `body` again until the keyring is up.
            func whenUp(_ body: () throws -> Void) throws {
                for _ in 0..<200 {
                    do {
                        return try body()
                    } catch let error as KeychainError where error.code == .unavailable {
                        usleep(50_000)
                    }
                }
                try body()
            }

            deinit {
                keyring.kill()
                bus.kill()
            }
        }

        @Test(
            "what is stored opens while somebody is logged in, and by the service alone",
            .needs(.gnomeKeyring, cases: 1), .needs(.libsecret, cases: 1), .needs(.dbus, cases: 1))
        func service() async throws {
            await #expect(processExitsWith: .success) {
                let desktop = try Desktop()
                let folder = desktop.folder.url("keychain")
                let keychain = try KeychainFile.open(folder: folder)
                try keychain.store("a")
                try desktop.whenUp { try keychain.changeProtection(.secretService) }
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(!names.contains("keychain.key"))
                let again = try KeychainFile.open(folder: folder)
                let password = try again.password("a")
                #expect(password == "secret")
                try again.store("b")

                // Back: the service forgets the key, and its wrapping opens nothing any more.
                try again.changeProtection(.passphrase(SecretBytes(utf8: "correct horse")))
                let unlocked = try KeychainFile.open(
                    folder: folder, protection: .passphrase(SecretBytes(utf8: "correct horse")))
                let accounts = try unlocked.accounts
                #expect(accounts == ["a", "b"])
                let last = try unlocked.password("b")
                #expect(last == "secret")
            }
        }

        @Test(
            "one that is made with it is not opened without it, and the error says what is missing",
            .needs(.gnomeKeyring, cases: 1), .needs(.libsecret, cases: 1), .needs(.dbus, cases: 1))
        func withoutService() async throws {
            await #expect(processExitsWith: .success) {
                var desktop: Desktop? = try Desktop()
                let folder = try #require(desktop).folder
                let place = folder.url("keychain")
                try desktop?.whenUp {
                    try KeychainFile.open(folder: place, protection: .secretService).store("a")
                }
                // Everybody has logged out.
                desktop = nil
                let keychain = try KeychainFile.open(folder: place)
                let accounts = try keychain.accounts
                #expect(accounts == ["a"])
                let error = #expect(throws: KeychainError.self) { try keychain.password("a") }
                #expect(error?.code == .unavailable)
                #expect(error?.description.contains("Secret Service") == true)
            }
        }

        @Test("where there is no session bus it is told, and nothing is made by halves", .needs(.libsecret, cases: 1))
        func noBus() async throws {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
                let keychain = try KeychainFile.open(folder: folder.url("keychain"))
                try keychain.store("a")
                #expect(fault { try keychain.changeProtection(.secretService) } == .unavailable)
                let password = try keychain.password("a")
                #expect(password == "secret")
                let made = fault {
                    try KeychainFile.open(folder: folder.url("new"), protection: .secretService).store("a")
                }
                #expect(made == .unavailable)
                let again = try KeychainFile.open(folder: folder.url("new"))
                try again.store("b")
                let other = try again.password("b")
                #expect(other == "secret")
            }
        }
    }
#endif
