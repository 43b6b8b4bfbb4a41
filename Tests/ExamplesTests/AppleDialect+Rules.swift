extension AppleDialect {
    /// The table.
    static let rules: [Rule] = [
        Rule(
            name: "argument without its cast", why: "Core Foundation's types are not Swift's on Apple",
            write: "as CFData, as CFDictionary, as CFArray, as CFString or as CFDate behind the argument",
            bad: [
                "SecPKCS12Import(data, options as CFDictionary, &items)",
                "SecPKCS12Import(data as CFData, options, &items)",
                "SecPKCS12Import(Data(f(a, b)), [kSecA as String: x] as CFDictionary, &items)",
                "SecItemCopyMatching(query, &item)", "SecCertificateCreateWithData(nil, der)",
                "SecTrustSetAnchorCertificates(trust, [root])", "SecPolicyCreateSSL(true, host)",
                "SecKeyCreateWithData(\n    bytes as CFData,\n    attributes, nil)",
            ],
            good: [
                "SecPKCS12Import(data as CFData, options as CFDictionary, &items)",
                "SecPKCS12Import(Data(f(a, b)) as CFData, [k as String: x, l: y] as CFDictionary, &items)",
                "SecItemCopyMatching(query as CFDictionary, &item)",
                "SecCertificateCreateWithData(nil, der as CFData)", "SecTrustSetAnchorCertificates(trust, nil)",
                "SecPolicyCreateSSL(true, host as CFString)", "certificates.map(SecCertificateCopyData)",
            ],
            find: uncastArgument([
                ("SecPKCS12Import", 0, "CFData"), ("SecPKCS12Import", 1, "CFDictionary"),
                ("SecItemCopyMatching", 0, "CFDictionary"), ("SecItemAdd", 0, "CFDictionary"),
                ("SecItemUpdate", 0, "CFDictionary"), ("SecItemUpdate", 1, "CFDictionary"),
                ("SecItemDelete", 0, "CFDictionary"), ("SecCertificateCreateWithData", 1, "CFData"),
                ("SecTrustSetAnchorCertificates", 1, "CFArray"), ("SecTrustSetVerifyDate", 1, "CFDate"),
                ("SecPolicyCreateSSL", 1, "CFString"), ("SecKeyCreateWithData", 0, "CFData"),
                ("SecKeyCreateWithData", 1, "CFDictionary"), ("SecKeyCreateRandomKey", 0, "CFDictionary"),
                ("SecKeyCreateSignature", 2, "CFData"), ("SecKeyVerifySignature", 2, "CFData"),
                ("SecKeyVerifySignature", 3, "CFData"),
            ])),
        Rule(
            name: "result without its cast", why: "CFData and CFString are not Data and String on Apple",
            write: "as Data or as String? behind the call",
            bad: [
                "let der: Data = SecCertificateCopyData(certificate)", "SecCertificateCopySubjectSummary(leaf) ?? \"\"",
            ],
            good: [
                "let der = SecCertificateCopyData(certificate) as Data",
                "SecCertificateCopySubjectSummary(leaf) as String? ?? \"\"",
            ],
            find: pattern(
                "\\bSecCertificate(CopyData|CopySubjectSummary|CopySerialNumberData)\\([^()]*\\)(?!\\s+as\\b)")),
        Rule(
            name: "conditional cast to a Core Foundation type",
            why: "it is an error on Apple, where such a cast always succeeds",
            write: "as! behind a comparison of CFGetTypeID(value) with the type's number",
            bad: [
                "value as? SecIdentity",
                "if let trust = x as? SecTrust {}", "y as? CFData", "z as?  SecCertificate",
            ],
            good: [
                "(value as! SecIdentity)", "x as? SecKeyAlgorithm", "chain as? [SecCertificate]", "items as? [Any]",
            ],
            find: pattern("\\bas\\?\\s+(Sec(Identity|Trust|Certificate|Key|Policy|AccessControl)|CF[A-Z]\\w*)\\b")),
        Rule(
            name: "constant as a key", why: "it is a CFString on Apple, and the dictionary's keys are Strings",
            write: "kSec... as String",
            bad: [
                "[kSecClass: kSecClassIdentity]", "first[kSecImportItemIdentity]",
                "options[kSecImportExportPassphrase] = x",
                "[\n    a as String: b, kSecReturnRef: true]",
            ],
            good: [
                "[kSecClass as String: kSecClassIdentity]", "first[kSecImportItemIdentity as String]",
                "flag ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC", "[kSecAttrKeyTypeRSA, kSecAttrKeyTypeEC]",
            ],
            find: pattern("([\\[,]\\s*kSec\\w+\\s*:)|([\\w)?!]\\[kSec\\w+\\])")),
        Rule(
            name: "Core Foundation's array or dictionary used as Swift's",
            why: "it has neither elements nor subscripts on Apple", write: "items as? [[String: Any]]",
            bad: [
                "var items: CFArray?\nf(&items)\nlet first = items?.first",
                "var found: CFArray?\nuse(&found)\nprint(found![0])",
            ],
            good: ["var items: CFArray?\nf(&items)\nlet first = (items as? [[String: Any]])?.first"],
            find: pattern(
                "var (\\w+): CF(Array|Dictionary)\\?[\\s\\S]{0,400}?\\b\\1[?!]?"
                    + "(\\.(first|last|count|isEmpty|map)\\b|\\[)")),
        Rule(
            name: "CFError used as NSError", why: "it has no such properties on Apple",
            write: "(error as Error as NSError), or CFErrorGetCode(error)",
            bad: ["var error: CFError?\nSecTrustEvaluateWithError(trust, &error)\nprint(error?.code ?? 0)"],
            good: ["var error: CFError?\nSecTrustEvaluateWithError(trust, &error)\nthrow error.map { $0 as Error }"],
            find: pattern("var (\\w+): CFError\\?[\\s\\S]{0,400}?\\b\\1[?!]?\\.(code|domain|userInfo)\\b")),
        Rule(
            name: "module that Apple has not", why: "there is no such module, or it is not part of the library, there",
            write: "import PortableSecurity, which brings Foundation's networking along; else #if around the import",
            bad: [
                "import FoundationNetworking", "import Foundation\ninternal import MutualTLSOpenSSL",
                "#if os(Linux)\n#endif\nimport CMutualTLSShims", "@testable import MutualTLSTransport", "import Glibc",
            ],
            good: [
                "import PortableSecurity",
                "#if canImport(FoundationNetworking)\n    import FoundationNetworking\n#endif",
                "#if os(Linux)\n    import MutualTLSOpenSSL\n#endif", "import MutualTLSPKCS12",
            ],
            find: unconditionalImport(
                "FoundationNetworking|Glibc|MutualTLSOpenSSL|MutualTLSTransport|CMutualTLS\\w+")),
    ]
}
