// The benchmark's client on `MutualTLSSession`. What it is told and what it prints: see Runner/clients.py, and
// Runner/loads.py for memory and concurrent.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    let passed =
        switch arguments.first {
        case "memory": try await MemoryCheck(arguments).run()
        case "concurrent": try await ConcurrencyCheck(arguments).run()
        default: try await Load(arguments).run()
        }
    exit(passed ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
