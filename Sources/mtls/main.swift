import Foundation
import MutualTLSCLI
exit(await MutualTLSCommand.run(CommandLine.arguments))
