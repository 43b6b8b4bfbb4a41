import Foundation

/// The project's own files, found from this one's place.
enum ProjectFiles {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The paths of the files below a folder that have an extension, in order.
    static func all(below folder: String, withExtension pathExtension: String) throws -> [String] {
        let place = root.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix("." + pathExtension) }.sorted().map { folder + "/" + $0 }
    }

    /// The pages that show Swift code.
    static func documentation() throws -> [String] {
        try ["README.md"] + all(below: "Sources/MutualTLS/MutualTLS.docc", withExtension: "md")
    }
}
