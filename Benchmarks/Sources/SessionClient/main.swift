// The benchmark's client on `MutualTLSSession`. What it is told and what it prints: see Runner/clients.py.

import Foundation

let load = try Load(arguments: Array(CommandLine.arguments.dropFirst()))
let client = try Client(load)
// What is made once in a process is made before the clock starts.
_ = try await client.run(for: load.seconds / 5)
let start = Usage()
let operations = try await client.run(for: load.seconds)
let used = Usage() - start
print(
    #"{"operations":\#(operations),"cpuMicroseconds":\#(used.cpu * 1e6),"seconds":\#(used.wall)}"#)
