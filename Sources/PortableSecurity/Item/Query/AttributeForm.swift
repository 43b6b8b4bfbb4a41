#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// What the value of an attribute may be.
    enum AttributeForm: Sendable {
        /// A string, data or a number, kept as it came.
        case blob
        /// A string, or its UTF-8.
        case text
        /// Data, or a string for its UTF-8.
        case data
        /// A number, a boolean, a numeral, or a code of letters such as those of protocols.
        case number
        /// A date, which the keychain sets.
        case date
        /// A distinguished name: the whole DER or its content, normalized here.
        case name

        /// The value as it is stored and compared; nil for one of another type.
        func value(_ given: Any) -> ItemValue? {
            switch self {
            case .blob:
                if let text = given as? String { return .text(text) }
                if let data = given as? Data { return .data(data) }
                return Self.integer(given).map(ItemValue.number)
            case .text:
                if let text = given as? String { return .text(text) }
                return (given as? Data).flatMap { String(data: $0, encoding: .utf8) }.map(ItemValue.text)
            case .data:
                if let text = given as? String { return .data(Data(text.utf8)) }
                return (given as? Data).map(ItemValue.data)
            case .number:
                if let text = given as? String { return Int64(text).map(ItemValue.number) ?? .text(text) }
                return Self.integer(given).map(ItemValue.number)
            case .date:
                return (given as? Date).flatMap { Self.milliseconds($0) }.map(ItemValue.number)
            case .name:
                // What is no name is none that is stored.
                return (given as? Data).map { .data(NormalizedName.content(of: $0) ?? $0) }
            }
        }

        /// The value as Apple's dictionaries hold it.
        func returned(_ value: ItemValue) -> Any {
            switch (self, value) {
            case (.date, .number(let milliseconds)): Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            case (_, .text(let text)): text
            case (_, .data(let data)): data
            case (_, .number(let number)): Int(number)
            }
        }

        /// A whole number or a boolean, in whichever of Swift's and Foundation's types.
        static func integer(_ given: Any) -> Int64? {
            switch given {
            case let flag as Bool: flag ? 1 : 0
            case let number as any BinaryInteger: Int64(exactly: number)
            case let number as NSNumber: Int64(exactly: number)
            default: nil
            }
        }

        /// As the keychain counts time.
        static func milliseconds(_ date: Date) -> Int64? {
            Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
        }
    }
#endif
