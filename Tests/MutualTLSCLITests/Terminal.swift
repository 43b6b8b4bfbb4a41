import Foundation
import TestSupport

/// A terminal with `mtls` in its foreground; standard output and error go to files, or to the screen as well.
final class Terminal {
    private let controller: Int32
    /// Kept open, so that the terminal lives as long as this does.
    private let side: Int32
    private let process: ChildProcess
    private(set) var shown = ""

    init(
        _ program: Program, _ words: [String], isOutputShown: Bool = false, columns: UInt16 = 120,
        environment: [String: String] = [:]
    ) throws {
        // posix_openpt and its companions are not in Swift's Glibc module: TIOCSPTLCK unlocks, TIOCGPTN gives the number.
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard controller >= 0, ioctl(controller, 0x4004_5431, &lock) == 0, ioctl(controller, 0x8004_5430, &number) == 0
        else { throw Missing(tool: "a terminal") }
        let path = "/dev/pts/\(number)"
        side = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(side, UInt(TIOCSWINSZ), &size)
        guard let setsid = Tool("setsid") else { throw Missing(tool: "setsid") }
        process = try ChildProcess(
            setsid.path, ["-c"] + program.words(words, environment), input: path,
            output: isOutputShown ? path : program.folder.path("stdout"),
            errors: program.folder.path("stderr"))
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    }

    deinit {
        process.stop()
        close(side)
        close(controller)
    }

    /// Whether what is typed would be shown.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(side, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until `text` is on the screen.
    func wait(for text: String) -> Bool {
        for _ in 0..<1_000 {
            look()
            if shown.contains(text) { return true }
            usleep(10_000)
        }
        return false
    }

    func type(_ text: String) {
        shown = ""
        _ = write(controller, text, text.utf8.count)
    }

    /// Waits for the end of the command.
    func status() -> Int32 {
        var status: Int32?
        while status == nil {
            status = process.exitStatus(waiting: false)
            // What nobody reads would stop the command.
            look()
            usleep(2_000)
        }
        look()
        return status ?? -1
    }

    private func look() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(controller, &buffer, buffer.count)
            guard count > 0 else { return }
            shown += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }
}
