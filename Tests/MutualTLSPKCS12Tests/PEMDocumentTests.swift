import Foundation
import Testing

@testable import MutualTLSPKCS12

@Suite("Reading and writing PEM")
struct PEMDocumentTests {
    private func blocks(_ text: String) throws -> [PEMBlock] { try PEMDocument.blocks(in: Data(text.utf8)) }

    private func refusal(_ text: String) -> PEMError? {
        do {
            _ = try PEMDocument.blocks(in: Data(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("what is written reads back, at every length around the line and group sizes")
    func roundTrip() throws {
        for count in [1, 2, 3, 46, 47, 48, 49, 50, 95, 96, 97, 1000] {
            let der = Data((0..<count).map { UInt8($0 * 7 & 0xFF) })
            let text = PEMDocument.encode(label: "X", der: der)
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.dropFirst().dropLast(2).joined() == der.base64EncodedString(), "\(count) bytes")
            #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 64 })
            let read = try PEMDocument.blocks(in: text)
            #expect(read.count == 1 && read.first?.der == der)
        }
    }

    @Test(
        "text around blocks, line ends, trailing white space and a byte order mark are accepted",
        arguments: [
            "\n", "\r\n", "\r", " \t\n",
        ])
    func lax(_ lineEnd: String) throws {
        let text = [
            "\u{FEFF}Bag Attributes", "    friendlyName: x", "-----BEGIN A-----", "AAEC", "", "  AwQ=",
            "-----END A-----",
            "subject=CN = x", "  -----BEGIN B C-----", "////", "-----END B C-----",
        ].joined(separator: lineEnd)
        let read = try blocks(text)
        #expect(read.map(\.label) == ["A", "B C"])
        #expect(read[0].der == Data([0, 1, 2, 3, 4]))
        #expect(read[1].der == Data([0xFF, 0xFF, 0xFF]))
        #expect(read.map(\.line) == [3, 9])
        #expect(Data(text.utf8).dropFirst(read[0].offset).starts(with: Data("-----BEGIN A".utf8)))
    }

    @Test(
        "blocks whose line breaks were lost are read, and so are files that were put together without one",
        arguments: [
            "-----BEGIN A-----AAECAwQ=-----END A----------BEGIN B C-----////-----END B C-----",
            "-----BEGIN A----- AAEC AwQ= -----END A----- -----BEGIN B C----- //// -----END B C-----",
            "text\n-----BEGIN A-----\nAAECAwQ=\n-----END A----------BEGIN B C-----\n////\n-----END B C-----",
            "-----BEGIN A-----\nAAECAwQ=-----END A-----\nthe block -----BEGIN X----- is no block\n-----BEGIN B C-----\n////\n"
                + "-----END B C-----",
        ])
    func oneLine(_ text: String) throws {
        let read = try blocks(text)
        #expect(read.map(\.label) == ["A", "B C"])
        #expect(read.map(\.der) == [Data([0, 1, 2, 3, 4]), Data([0xFF, 0xFF, 0xFF])])
        for block in read {
            #expect(Data(text.utf8).dropFirst(block.offset).drop { $0 == 0x20 }.starts(with: Data("-----BEGIN".utf8)))
        }
    }

    @Test("no error repeats what may be a key")
    func secrets() throws {
        let secret = String(repeating: "c2VjcmV0", count: 12)
        for text in [
            "-----BEGIN PRIVATE KEY-----\(secret)", "-----BEGIN PRIVATE KEY \(secret)-----",
            "-----BEGIN \(secret)-----",
            "-----BEGIN A-----\n\(secret)!\n-----END A-----", "-----BEGIN A-----\n\(secret)\n-----END \(secret)-----",
            "-----END \(secret)-----", "-----BEGIN A-----\(secret)-----END B-----",
        ] {
            let error = try #require(refusal(text), "\(text)")
            #expect(!"\(error) \(error.label ?? "")".contains("c2Vjcm"), "\(error)")
        }
    }

    @Test("the headers of an old encrypted key are told, folded ones too")
    func headers() throws {
        let read = try blocks(
            """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-256-CBC,
              00FF

            AAEC
            -----END RSA PRIVATE KEY-----
            """)
        let block = try #require(read.first)
        #expect(block.header("Proc-Type") == "4,ENCRYPTED")
        #expect(block.header("DEK-Info") == "AES-256-CBC,00FF")
        #expect(block.header("dek-info") == nil)
        #expect(block.der == Data([0, 1, 2]))
    }

    @Test("every one of many headers is told, and a value folded into many lines is whole")
    func manyHeaders() throws {
        let headers = (0..<2000).map { "N\($0): \($0)\n" }.joined()
        let folded = "Last: a\n" + String(repeating: " b\n", count: 2000)
        let block = try #require(try blocks("-----BEGIN A-----\n\(headers)\(folded)\nAAEC\n-----END A-----").first)
        #expect(block.headers.count == 2001)
        #expect(block.header("N1999") == "1999")
        #expect(block.header("Last")?.count == 2001)
    }

    @Test("text without a block has none")
    func none() throws {
        #expect(try blocks("").isEmpty)
        #expect(try blocks("hello\n----- BEGIN A-----\n").isEmpty)
    }

    @Test("damage is refused with the label, the line and the offset")
    func damaged() {
        let rows: [(String, PEMError.Code, String?, Int, Int)] = [
            ("x\n-----BEGIN A-----\nAAEC\n", .missingEnd, "A", 2, 2),
            ("-----BEGIN A-----\nAAEC\n-----BEGIN B-----\nAAEC\n-----END B-----\n", .missingEnd, "A", 1, 0),
            ("-----BEGIN A-----\nAAEC\n-----END B-----\n", .wrongEnd, "A", 3, 23),
            ("-----BEGIN A-----\r\nAAEC\r\nAA!C\r\n-----END A-----\r\n", .badBase64, "A", 3, 27),
            ("-----BEGIN A-----\n\nAAEC\nAA\n-----END A-----\n", .badBase64, "A", 4, 26),
            ("-----BEGIN A-----\nAA==\nAAEC\n-----END A-----\n", .badBase64, "A", 3, 23),
            ("-----BEGIN A-----\nAAE=C\n-----END A-----\n", .badBase64, "A", 2, 22),
            ("-----BEGIN A-----\nA===\n-----END A-----\n", .badBase64, "A", 2, 19),
            ("-----BEGIN A-----\n-----END A-----\n", .badBase64, "A", 1, 0),
            ("-----BEGIN A----\nAAEC\n-----END A-----\n", .badBoundary, nil, 1, 0),
            ("-----BEGIN ---\n", .badBoundary, nil, 1, 0),
            ("AAEC\n-----END A-----\n", .badBoundary, "A", 2, 5),
        ]
        for (text, code, label, line, offset) in rows {
            let error = refusal(text)
            #expect(error?.code == code, "\(text)")
            #expect(error?.label == label, "\(text)")
            #expect(error?.line == line && error?.offset == offset, "\(text): \(error.map { "\($0)" } ?? "accepted")")
        }
        #expect("\(refusal(rows[2].0).map { "\($0)" } ?? "")" == "the block A of line 1 ends as B (line 3, byte 23)")
    }

    @Test("UTF-16 is named instead of being read as a text without blocks")
    func utf16() throws {
        let text = try #require("\u{FEFF}-----BEGIN A-----".data(using: .utf16LittleEndian))
        #expect(throws: PEMError(code: .notText, reason: "", label: nil, line: 0, offset: 0)) {
            try PEMDocument.blocks(in: text)
        }
    }

    @Test("a slice of a larger buffer reads as a text of its own")
    func slice() throws {
        let text = Data("....-----BEGIN A-----\nAAEC\n-----END A-----".utf8).dropFirst(4)
        #expect(try PEMDocument.blocks(in: text).first?.offset == 0)
    }
}
