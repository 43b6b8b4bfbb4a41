import Testing

/// Code that only Linux accepts must not get into what is written for every platform.
@Suite("Swift as Apple platforms want it")
struct AppleDialectTests {
    @Test("each rule finds its bad samples and leaves its good ones alone", arguments: AppleDialect.rules)
    func rule(rule: AppleDialect.Rule) {
        for sample in rule.bad {
            let found = AppleDialect.findings(in: sample).filter { $0.rule.name == rule.name }
            #expect(!found.isEmpty, "not found: \(sample)")
            #expect(AppleDialect.findings(in: "// " + sample.replacingOccurrences(of: "\n", with: "\n// ")).isEmpty)
        }
        for sample in rule.good {
            let found = AppleDialect.findings(in: sample)
            #expect(found.isEmpty, "found in \(sample): \(found)")
        }
    }

    @Test("a finding has the line of its source")
    func line() {
        let source = "// kSec\nlet a = 1 // as? SecTrust\n\nlet b = a as? SecTrust\n"
        #expect(AppleDialect.findings(in: source).map(\.line) == [4])
    }

    @Test("the library and the examples", arguments: ["Sources/MutualTLS", "Examples"])
    func sources(folder: String) throws {
        let files = try ProjectFiles.all(below: folder, withExtension: "swift")
        #expect(files.count > 5)
        for file in files {
            for finding in AppleDialect.findings(in: try ProjectFiles.text(file)) {
                Issue.record("\(file): \(finding)")
            }
        }
    }

    @Test("the code in the README and the articles")
    func documentation() throws {
        for page in try ProjectFiles.documentation() {
            for block in CodeBlock.swift(in: try ProjectFiles.text(page)) {
                for finding in AppleDialect.findings(in: block.lines.joined(separator: "\n")) {
                    Issue.record("\(page):\(block.line): \(finding)")
                }
            }
        }
    }
}
