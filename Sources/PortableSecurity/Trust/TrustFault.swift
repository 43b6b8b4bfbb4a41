#if !canImport(Security)
    /// One reason not to trust a chain.
    package struct TrustFault: Sendable, Hashable {
        /// Kinds of faults, the ones that are reported first on top.
        package enum Group: Int, Sendable, Hashable, Comparable {
            /// A key so small that it is no protection.
            case keySize
            /// A signature hash that can be forged.
            case weakHash
            /// A setting forbids it.
            case denied
            /// RFC 5280 or Apple's rules for certificates are not kept.
            case compliance
            /// No way to an anchor.
            case trust
            /// Not made for this use.
            case usage
            /// Not made for this name.
            case name
            /// Not valid at this date.
            case expired

            /// Whether it is reported before `right`.
            package static func < (left: Group, right: Group) -> Bool { left.rawValue < right.rawValue }
        }

        /// Decides which of several is reported.
        package let group: Group
        /// The certificate's index in the chain.
        package let index: Int
        /// The result code.
        package let code: OSStatus
        /// Whether no exception can forgive it.
        package let isFatal: Bool
        /// Words that follow the certificate's name: `has expired`.
        package let text: String

        init(_ group: Group, _ index: Int, _ code: OSStatus, isFatal: Bool = false, _ text: String) {
            self.group = group
            self.index = index
            self.code = code
            self.isFatal = isFatal
            self.text = text
        }
    }

    extension [TrustFault] {
        /// The one that is reported: the first group, in it the lowest index, in that the first found.
        package var foremost: TrustFault? {
            enumerated().min { left, right in
                (left.element.group.rawValue, left.element.index, left.offset)
                    < (right.element.group.rawValue, right.element.index, right.offset)
            }?.element
        }
    }
#endif
