import Testing

@testable import MutualTLSCLI

@Suite("Arguments")
struct ArgumentsTests {
    private let table = [
        Option("identity", "FILE", ""), Option("key", "FILE", ""), Option("json", nil, ""), Option("days", "N", ""),
        Option("include", short: "i", nil, ""), Option("output", short: "o", "FILE", ""),
        Option("header", short: "H", "LINE", "").repeatable,
    ]

    @Test("options and operands stand in any order, with their values behind a blank or an equals sign")
    func order() throws {
        let arguments = try Arguments(["a", "--identity=x=y", "b", "--json", "--key", "--odd", "-"], table)
        #expect(arguments.operands == ["a", "b", "-"])
        #expect(arguments.value("identity") == "x=y")
        #expect(arguments.value("key") == "--odd")
        #expect(arguments.has("json") && !arguments.has("days"))
    }

    @Test("behind two hyphens there are only operands")
    func end() throws {
        #expect(try Arguments(["--", "--json", "--"], table).operands == ["--json", "--"])
    }

    @Test(
        "letters stand alone or together, and a value behind them or in the next word",
        arguments: [["-i", "-o", "f"], ["-io", "f"], ["-iof"], ["-of", "-i"], ["--output", "f", "--include"]])
    func letters(_ words: [String]) throws {
        let arguments = try Arguments(words + ["a"], table)
        #expect(arguments.has("include") && arguments.value("output") == "f")
        #expect(arguments.operands == ["a"])
    }

    @Test("a letter's value is all that is behind it")
    func letterValue() throws {
        #expect(try Arguments(["-o=i"], table).value("output") == "=i")
        #expect(try Arguments(["-o", "-i"], table).value("output") == "-i")
    }

    @Test("what may be given several times keeps its order")
    func several() throws {
        let arguments = try Arguments(["-Ha", "--header=b", "-H", "c"], table)
        #expect(arguments.all("header") == ["a", "b", "c"] && arguments.value("header") == "a")
        #expect(arguments.all("output").isEmpty)
    }

    @Test("an abbreviation counts while it is clear")
    func abbreviation() throws {
        #expect(try Arguments(["--id", "x"], table).value("identity") == "x")
    }

    @Test("an empty value is a value, but no file's name")
    func emptyValue() throws {
        for words in [["--header="], ["--header", ""]] {
            #expect(try Arguments(words, table).value("header") == "")
        }
        for words in [["--identity="], ["--identity", ""]] {
            let error = #expect(throws: CommandError(.usage, "")) { try Arguments(words, table) }
            #expect(error?.reason == "--identity needs the name of a file")
        }
    }

    @Test(
        "a wrong command line is refused",
        arguments: [
            ["--nonsense"], ["--key"], ["--json", "--json"], ["--json=1"], ["-j"], ["--password", "x"], ["---"],
            ["-i", "-i"], ["-io"],
            ["-ix"], ["-of", "-of"], ["-header", "x"], ["-output=x"],
        ])
    func refusal(_ words: [String]) throws {
        #expect(throws: CommandError(.usage, "")) { try Arguments(words, table) }
    }

    @Test("a number is whole and in its range", arguments: ["0", "4", "1.5", "", "x", "99999999999999999999"])
    func numbers(_ text: String) throws {
        #expect(try Arguments(["--days", "3"], table).number("days", in: 1...3) == 3)
        #expect(throws: CommandError(.usage, "")) {
            try Arguments(["--days", text], table).number("days", in: 1...3)
        }
    }

    @Test("a suggestion is near what was typed, or there is none")
    func suggestions() {
        #expect(Suggestion.nearest(to: "inspcet", among: ["inspect", "init"]) == "inspect")
        #expect(Suggestion.nearest(to: "xyz", among: ["inspect", "init"]) == nil)
        #expect(Suggestion.nearest(to: "init", among: []) == nil)
        #expect(Suggestion.distance(Array("ab"), Array("ba")) == 1)
        #expect(Suggestion.distance(Array("kitten"), Array("sitting")) == 3)
    }
}
