import Foundation
import MutualTLS

extension Subcommand {
    /// `mtls demo`
    static let demo = Subcommand(
        path: ["demo"], operands: "", operandCount: 0...0,
        summary: "show what client authentication does, with good and bad identities",
        details: """
            Makes a CA, two servers on 127.0.0.1, and identities, which it stores in a keychain of its own, in a temporary
            folder, and removes it in the end.
            What the server saw is what its own report says. Exit status 1 means that a row is not as it should be.
            """,
        options: [],
        examples: [
            Example(command: "mtls demo", purpose: "takes a few seconds; nothing outside this machine is touched")
        ],
        run: { try await DemoCommand.run($0.output) })
}

/// Shows the table.
enum DemoCommand {
    static func run(_ output: Output) async throws -> Int32 {
        let folder = DemoFolder()
        let registration = Interruption.onSignal {
            folder.remove()
            return .end
        }
        defer {
            folder.remove()
            registration.cancel()
        }
        try folder.make()
        let stage = try DemoStage(folder)
        defer { stage.stop() }
        try output.line(
            "A CA, a server that demands one of its client certificates (\(stage.url.absoluteString)), and identities that a\n"
                + "keychain holds, found by their labels:")
        try output.line("")

        let table = DemoTable(output)
        try table.header()
        var wrong = 0
        for row in DemoRow.all {
            let result = try await row.play(on: stage)
            if !result.isAsItShouldBe { wrong += 1 }
            try table.row(result)
        }
        try output.line("")
        if wrong > 0 {
            throw CommandError(
                .failed, "\(wrong) of \(DemoRow.all.count) rows are not as they should be",
                hint: "please report this, with the table")
        }
        try output.line("All \(DemoRow.all.count) rows are as they should be.")
        return 0
    }
}
