/// An inspection for people.
struct InspectionText {
    private let output: Output

    init(_ output: Output) { self.output = output }

    /// Prints all of it but why a file did not open.
    func print(_ inspection: Inspection, _ path: String) throws {
        let names = ["pkcs12": "PKCS#12", "pem": "PEM", "der": "DER"]
        let isOpen = inspection.mac != nil || !inspection.encryption.isEmpty || inspection.status == .ok
        // What is no PKCS#12 file at all should not be called one.
        guard inspection.format != "pkcs12" || isOpen || inspection.status == .empty else { return }
        try output.line("\(printable(path)): \(names[inspection.format] ?? inspection.format)")
        if inspection.format == "pkcs12" {
            try field("MAC", inspection.mac.map(text) ?? "none")
            if inspection.encryption.isEmpty { try field("encryption", "none that can be seen") }
        }
        for protection in inspection.encryption { try field("encryption", text(protection)) }
        for identity in inspection.identities { try section("identity", identity) }
        for certificate in inspection.certificates {
            try section(certificate.role == "loose" ? "certificate" : certificate.role ?? "certificate", certificate)
        }
        if !inspection.looseKeys.isEmpty {
            try output.line()
            try output.line("private keys without a certificate: \(inspection.looseKeys.joined(separator: ", "))")
        }
        if !inspection.opens.isEmpty {
            try output.line()
            try output.line(output.styled("who will open it", .bold))
        }
        let width = inspection.opens.map(\.system.count).max() ?? 0
        for opening in inspection.opens { try line(opening, width + 2) }
        if !inspection.notes.isEmpty { try output.line() }
        for note in inspection.notes { try output.line("note: \(printable(note))") }
    }

    private func line(_ opening: Inspection.Opening, _ width: Int) throws {
        let system =
            output.isTerminal
            ? opening.system + String(repeating: " ", count: max(0, width - opening.system.count))
            : opening.system + ": "
        let status = opening.status.map { $0 == 0 ? "" : " (status \($0))" } ?? ""
        let answer =
            opening.opens
            ? output.styled("yes", .green) : output.styled("no", .red) + status
        try output.line("  \(system)\(answer): \(printable(opening.why))")
    }

    private func text(_ protection: Inspection.Protection) -> String {
        "\(protection.algorithm), \(protection.iterations) iteration\(protection.iterations == 1 ? "" : "s")"
    }

    /// Prints a certificate, with or without a key.
    func section(_ title: String, _ certificate: InspectedCertificate) throws {
        try output.line()
        let name = certificate.friendlyName.map { " \"\(printable($0))\"" } ?? ""
        try output.line(output.styled(title + name, .bold))
        try field("subject", certificate.subject.isEmpty ? "none" : certificate.subject)
        try field("issuer", certificate.issuer)
        try field("serial", certificate.serial)
        try field("valid", "\(certificate.notBefore) to \(certificate.notAfter)")
        try field("SHA-256", certificate.fingerprintSHA256)
        try field("key", certificate.keyType)
        if let usage = certificate.keyUsage { try field("key usage", usage.joined(separator: ", ")) }
        try field("usage", certificate.extendedKeyUsage?.joined(separator: ", ") ?? "any (no extended key usage)")
        if !certificate.subjectAlternativeNames.isEmpty {
            try field("names", certificate.subjectAlternativeNames.joined(separator: ", "))
        }
        if certificate.chain != nil { try field("chain", certificate.chainSubjects.joined(separator: " < ")) }
        for problem in certificate.problems ?? [] { try field("problem", problem.message, .red) }
    }

    /// Prints a line of a section.
    func field(_ name: String, _ value: String, _ style: Output.Style? = nil) throws {
        let padding = output.isTerminal ? String(repeating: " ", count: max(0, 12 - name.count)) : ": "
        let shown = printable(value)
        try output.line("  " + name + padding + (style.map { output.styled(shown, $0) } ?? shown))
    }
}
