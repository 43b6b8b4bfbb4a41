extension MutualTLSError.Code {
    // MARK: We were given something unusable

    /// The password doesn't open the PKCS#12 file or the encrypted key.
    public static let wrongPassword = Self("wrongPassword")
    /// The file is encrypted, and no password was given.
    public static let passwordRequired = Self("passwordRequired")
    /// The data is not what it should be: truncated, damaged, or something else.
    public static let malformedIdentity = Self("malformedIdentity")
    /// The file uses an algorithm that can't be read here.
    public static let unsupportedAlgorithm = Self("unsupportedAlgorithm")
    /// There is no private key.
    public static let noPrivateKey = Self("noPrivateKey")
    /// There is no certificate.
    public static let noCertificate = Self("noCertificate")
    /// No certificate belongs to the private key.
    public static let keyMismatch = Self("keyMismatch")
    /// There are several identities, and none was chosen.
    public static let severalIdentities = Self("severalIdentities")
    /// The request can't be sent as it is.
    public static let invalidRequest = Self("invalidRequest")
    /// The TLS library can't use the identity.
    public static let identityUnusable = Self("identityUnusable")
    /// An interceptor refused the request, or failed; its name is in the reason, its error is the underlying one.
    public static let interceptorFailed = Self("interceptorFailed")
    /// Whoever holds the private key, a token or a service, makes no signature, or one of another key. The underlying error is
    /// the signer's.
    public static let signingFailed = Self("signingFailed")
    /// Whoever holds the private key made no signature within the time that a challenge has.
    public static let signingTimedOut = Self("signingTimedOut")
    /// The text is no PKCS #11 URI (RFC 7512), or one that can't be followed.
    public static let invalidTokenURI = Self("invalidTokenURI")
    /// There is no such PKCS #11 module or token, or it doesn't work.
    public static let tokenUnavailable = Self("tokenUnavailable")
    /// The token takes no PIN any more.
    public static let tokenLocked = Self("tokenLocked")
    /// It can't be done on this platform; the documentation of what was called says what can.
    public static let unsupportedOnThisPlatform = Self("unsupportedOnThisPlatform")
    /// The platform lacks something.
    public static let unavailable = Self("unavailable")

    /// The process may open no more connections or files.
    public static let noDescriptors = Self("noDescriptors")

    /// A file can't be written.
    public static let fileNotWritten = Self("fileNotWritten")

    /// Another identity in the store has the label.
    public static let labelInUse = Self("labelInUse")
    /// The keychain is locked, or the passphrase is wrong.
    public static let keychainLocked = Self("keychainLocked")
    /// The keychain can't be used; the underlying error has the system's result code.
    public static let keychainFailed = Self("keychainFailed")

    /// The server answers with an error where a download was to go on; what has come is kept.
    public static let resumptionRefused = Self("resumptionRefused")

    // MARK: No usable identity

    /// The source of identities answered that it has none for this challenge.
    public static let noIdentity = Self("noIdentity")
    /// The delegate that should have answered was deallocated; sessions hold it weakly.
    public static let delegateDeallocated = Self("delegateDeallocated")
    /// The source of identities threw an error.
    public static let identitySourceFailed = Self("identitySourceFailed")
    /// The answer to a challenge was to cancel it.
    public static let challengeCancelled = Self("challengeCancelled")
    /// Nobody answered a challenge in time.
    public static let challengeTimedOut = Self("challengeTimedOut")
    /// A decision was wanted where none can be made: in a renegotiation.
    public static let lateChallenge = Self("lateChallenge")

    // MARK: The server refused us

    /// The server turned down the client certificate.
    public static let clientCertificateRejected = Self("clientCertificateRejected")
    /// The server wants a client certificate and got none.
    public static let clientCertificateRequired = Self("clientCertificateRequired")

    // MARK: The server is not who it should be

    /// The server's certificate failed the trust policy; nothing was sent to it.
    public static let serverNotTrusted = Self("serverNotTrusted")
    /// A redirect led to plain HTTP.
    public static let insecureRedirect = Self("insecureRedirect")
    /// Redirects went on for too long.
    public static let tooManyRedirects = Self("tooManyRedirects")

    // MARK: The peer speaks no common protocol

    /// No TLS version, cipher suite or application protocol in common.
    public static let noCommonProtocol = Self("noCommonProtocol")
    /// The handshake failed otherwise.
    public static let handshakeFailed = Self("handshakeFailed")
    /// The peer doesn't speak HTTP as it should.
    public static let badResponse = Self("badResponse")

    /// The response is larger than the session's configuration allows.
    public static let responseTooLarge = Self("responseTooLarge")

    // MARK: The network

    /// The host's name has no address.
    public static let cannotFindHost = Self("cannotFindHost")
    /// Nobody answers at the host's address.
    public static let cannotConnect = Self("cannotConnect")
    /// The proxy can't be found, or doesn't lead to the host.
    public static let proxyFailed = Self("proxyFailed")
    /// The connection ended before the response was complete.
    public static let connectionLost = Self("connectionLost")
    /// Nothing moved for too long.
    public static let timedOut = Self("timedOut")
    /// The caller cancelled, or the session was invalidated.
    public static let cancelled = Self("cancelled")
}
