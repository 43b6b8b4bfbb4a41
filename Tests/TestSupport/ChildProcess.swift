import Foundation

/// A child process.
///
/// Foundation's `Process` hands down the signal mask of the thread that starts it, and Swift's threads block SIGTERM, so
/// that a child could not be asked to end.
package final class ChildProcess: Sendable {
    /// Its number.
    package let pid: pid_t
    private let status = Lock<Int32?>(nil)

    /// Starts `path` with its standard streams on files.
    package init(
        _ path: String, _ arguments: [String], input: String = "/dev/null", output: String, errors: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        if let errors {
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        for descriptor in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = merged.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
        pid = child
    }

    deinit { stop() }

    /// Sends a signal, unless it has ended.
    package func send(_ signal: Int32) {
        status.withLock { if $0 == nil { _ = kill(pid, signal) } }
    }

    /// Its exit status, or 128 and the number of the signal that ended it; nil while it runs.
    package func exitStatus(waiting: Bool) -> Int32? {
        while true {
            let known: Int32? = status.withLock { known in
                if let known { return known }
                var raw: Int32 = 0
                guard waitpid(pid, &raw, WNOHANG) == pid else { return nil }
                known = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
                return known
            }
            if known != nil || !waiting { return known }
            usleep(2_000)
        }
    }

    /// Asks it to end, insists after two seconds, and waits until it has.
    package func stop() {
        send(SIGTERM)
        for _ in 0..<400 where exitStatus(waiting: false) == nil { usleep(5_000) }
        send(SIGKILL)
        _ = exitStatus(waiting: true)
    }
}

// @unchecked: the value is touched only while the lock is held.
private final class Lock<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value
    init(_ value: Value) { self.value = value }
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
