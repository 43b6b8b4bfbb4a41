// The keys are always there: what is not known is null.

extension Inspection {
    private enum CodingKeys: String, CodingKey {
        case format, status, reason, mac, encryption, identities, certificates, keysWithoutCertificate, looseKeys,
            notes,
            opens
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(format, forKey: .format)
        try object.encode(status, forKey: .status)
        try object.encode(reason, forKey: .reason)
        try object.encode(mac, forKey: .mac)
        try object.encode(encryption, forKey: .encryption)
        try object.encode(identities, forKey: .identities)
        try object.encode(certificates, forKey: .certificates)
        try object.encode(keysWithoutCertificate, forKey: .keysWithoutCertificate)
        try object.encode(looseKeys, forKey: .looseKeys)
        try object.encode(notes, forKey: .notes)
        try object.encode(opens, forKey: .opens)
    }
}

extension Inspection.Opening {
    private enum CodingKeys: String, CodingKey {
        case system, opens, status, why
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(system, forKey: .system)
        try object.encode(opens, forKey: .opens)
        try object.encode(status, forKey: .status)
        try object.encode(why, forKey: .why)
    }
}

extension InspectedCertificate {
    private enum CodingKeys: String, CodingKey {
        case subject, issuer, serial, notBefore, notAfter, fingerprintSHA256, keyType, friendlyName, keyUsage,
            extendedKeyUsage, subjectAlternativeNames, chain, problems, role
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(subject, forKey: .subject)
        try object.encode(issuer, forKey: .issuer)
        try object.encode(serial, forKey: .serial)
        try object.encode(notBefore, forKey: .notBefore)
        try object.encode(notAfter, forKey: .notAfter)
        try object.encode(fingerprintSHA256, forKey: .fingerprintSHA256)
        try object.encode(keyType, forKey: .keyType)
        try object.encode(friendlyName, forKey: .friendlyName)
        try object.encode(keyUsage, forKey: .keyUsage)
        try object.encode(extendedKeyUsage, forKey: .extendedKeyUsage)
        try object.encode(subjectAlternativeNames, forKey: .subjectAlternativeNames)
        // One or the other kind has these.
        try object.encodeIfPresent(chain, forKey: .chain)
        try object.encodeIfPresent(problems, forKey: .problems)
        try object.encodeIfPresent(role, forKey: .role)
    }
}
