import Foundation
import MutualTLSCLI

let status = await MutualTLSCommand.run(CommandLine.arguments)
// Not exit(): its handlers would take libraries apart while a thread still closes connections.
fflush(nil)
_exit(status)
