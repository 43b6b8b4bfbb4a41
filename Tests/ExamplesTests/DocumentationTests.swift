import Testing

/// What the README and the articles show is what the compiler saw.
@Suite("Code in the documentation")
struct DocumentationTests {
    @Test("every block of Swift in the README and the articles stands in an example, to the byte")
    func blocks() throws {
        let sources = try ProjectFiles.all(below: "Examples", withExtension: "swift").map(ProjectFiles.text)
        var count = 0
        for page in try ProjectFiles.documentation() {
            for block in CodeBlock.swift(in: try ProjectFiles.text(page)) {
                count += 1
                #expect(
                    sources.contains(where: block.isPart),
                    "\(page):\(block.line): no file in Examples has this code")
            }
        }
        #expect(count >= 8)
    }

    @Test("a block that differs by a byte, a line or an inner indentation is found out")
    func differences() throws {
        let source = "struct S {\n    func f() {\n        g()\n\n        h()\n    }\n}\n"
        func isPart(_ text: String) -> Bool {
            CodeBlock.swift(in: "Text\n```swift\n\(text)\n```\n").contains { $0.isPart(of: source) }
        }
        #expect(isPart("func f() {\n    g()\n\n    h()\n}"))
        #expect(isPart("g()"))
        #expect(!isPart("func f() {\n    g()\n    h()\n}"))
        #expect(!isPart("func f() {\n  g()\n\n  h()\n}"))
        #expect(!isPart("func f() {\n    g()\n\n    i()\n}"))
        #expect(!isPart("()"))
        #expect(!isPart(""))
        #expect(CodeBlock.swift(in: "```sh\nls\n```\n").isEmpty)
    }
}
