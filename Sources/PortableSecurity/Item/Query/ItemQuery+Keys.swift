#if !canImport(Security)
    import Foundation

    extension ItemQuery {
        typealias Reader = @Sendable (inout ItemQuery, Any) throws(ItemFault) -> Void

        /// How each key that is no attribute is read.
        static let readers: [String: Reader] = [
            // Read before the others.
            kSecClass: ignored, kSecValueRef: ignored, kSecValuePersistentRef: ignored,
            kSecValueData: reader {
                $0 as? Data
            } set: {
                $0.data = $1
            },

            kSecReturnData: returns(.data), kSecReturnAttributes: returns(.attributes),
            kSecReturnRef: returns(.reference), kSecReturnPersistentRef: returns(.persistentReference),

            kSecMatchLimit: reader {
                ItemLimit($0)
            } set: {
                $0.limit = $1
            },
            kSecMatchIssuers: reader {
                elements(of: $0)
            } set: {
                $0.match.issuers = ItemMatch.issuers($1)
            },
            kSecMatchPolicy: reader {
                $0 as? SecPolicy
            } set: {
                $0.match.policy = $1
            },
            kSecMatchValidOnDate: reader {
                $0 is NSNull ? Date() : $0 as? Date
            } set: {
                $0.match.date = $1
            },
            kSecMatchTrustedOnly: reader(flag) { $0.match.trustedOnly = $1 },
            kSecMatchEmailAddressIfPresent: reader(text) { $0.match.emailAddress = $1 },
            kSecMatchSubjectContains: subject(.contains), kSecMatchSubjectStartsWith: subject(.start),
            kSecMatchSubjectEndsWith: subject(.end), kSecMatchSubjectWholeString: subject(.whole),
            kSecMatchCaseInsensitive: comparison(.caseInsensitive),
            kSecMatchDiacriticInsensitive: comparison(.diacriticInsensitive),
            kSecMatchWidthInsensitive: comparison(.widthInsensitive),
            kSecMatchHostOrSubdomainOfHost: reader(text) { $0.match.host = $1 },
            kSecMatchItemList: reader {
                elements(of: $0)
            } set: { _, _ in
            },
            kSecMatchSearchList: reader {
                elements(of: $0).flatMap(keychains)
            } set: {
                $0.keychains = $1
            },

            kSecUseKeychain: reader {
                $0 as? SecKeychain
            } set: {
                $0.keychains = [$1]
            },
            kSecUseDataProtectionKeychain: reader(flag) { _, _ in },
            kSecUseItemList: { (_, _) throws(ItemFault) in throw .parameter },
            kSecUseOperationPrompt: ignored, kSecUseNoAuthenticationUI: ignored, kSecUseAuthenticationUI: ignored,
            kSecUseAuthenticationContext: ignored,
        ]

        private static let ignored: Reader = { (_, _) throws(ItemFault) in }

        private static func reader<Value>(
            _ read: @escaping @Sendable (Any) -> Value?, set: @escaping @Sendable (inout ItemQuery, Value) -> Void
        ) -> Reader {
            { (query, given) throws(ItemFault) in
                guard let value = read(given) else { throw .parameter }
                set(&query, value)
            }
        }

        private static func returns(_ what: ItemReturns) -> Reader {
            reader(flag) { query, isWanted in if isWanted { query.returns.insert(what) } }
        }

        private static func subject(_ place: ItemMatch.SubjectText.Place) -> Reader {
            reader(text) { $0.match.subjectTexts.append(ItemMatch.SubjectText(text: $1, place: place)) }
        }

        private static func comparison(_ option: String.CompareOptions) -> Reader {
            reader(flag) { query, isWanted in if isWanted { query.match.subjectOptions.insert(option) } }
        }

        @Sendable private static func flag(_ value: Any) -> Bool? { AttributeForm.integer(value).map { $0 != 0 } }

        @Sendable private static func text(_ value: Any) -> String? { value as? String }

        private static func keychains(_ values: [Any]) -> [SecKeychain]? {
            let found = values.compactMap { $0 as? SecKeychain }
            return found.count == values.count ? found : nil
        }
    }
#endif
