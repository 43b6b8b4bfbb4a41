#if !canImport(Security)
    // Protocols of internet passwords.

    /// FTP.
    public let kSecAttrProtocolFTP: CFString = "ftp "
    /// FTP account.
    public let kSecAttrProtocolFTPAccount: CFString = "ftpa"
    /// HTTP.
    public let kSecAttrProtocolHTTP: CFString = "http"
    /// IRC.
    public let kSecAttrProtocolIRC: CFString = "irc "
    /// NNTP.
    public let kSecAttrProtocolNNTP: CFString = "nntp"
    /// POP3.
    public let kSecAttrProtocolPOP3: CFString = "pop3"
    /// SMTP.
    public let kSecAttrProtocolSMTP: CFString = "smtp"
    /// SOCKS.
    public let kSecAttrProtocolSOCKS: CFString = "sox "
    /// IMAP.
    public let kSecAttrProtocolIMAP: CFString = "imap"
    /// LDAP.
    public let kSecAttrProtocolLDAP: CFString = "ldap"
    /// AppleTalk.
    public let kSecAttrProtocolAppleTalk: CFString = "atlk"
    /// AFP.
    public let kSecAttrProtocolAFP: CFString = "afp "
    /// Telnet.
    public let kSecAttrProtocolTelnet: CFString = "teln"
    /// SSH.
    public let kSecAttrProtocolSSH: CFString = "ssh "
    /// FTPS.
    public let kSecAttrProtocolFTPS: CFString = "ftps"
    /// HTTPS.
    public let kSecAttrProtocolHTTPS: CFString = "htps"
    /// HTTP proxy.
    public let kSecAttrProtocolHTTPProxy: CFString = "htpx"
    /// HTTPS proxy.
    public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
    /// FTP proxy.
    public let kSecAttrProtocolFTPProxy: CFString = "ftpx"
    /// SMB.
    public let kSecAttrProtocolSMB: CFString = "smb "
    /// RTSP.
    public let kSecAttrProtocolRTSP: CFString = "rtsp"
    /// RTSP proxy.
    public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
    /// DAAP.
    public let kSecAttrProtocolDAAP: CFString = "daap"
    /// EPPC.
    public let kSecAttrProtocolEPPC: CFString = "eppc"
    /// IPP.
    public let kSecAttrProtocolIPP: CFString = "ipp "
    /// NNTPS.
    public let kSecAttrProtocolNNTPS: CFString = "ntps"
    /// LDAPS.
    public let kSecAttrProtocolLDAPS: CFString = "ldps"
    /// TelnetS.
    public let kSecAttrProtocolTelnetS: CFString = "tels"
    /// IMAPS.
    public let kSecAttrProtocolIMAPS: CFString = "imps"
    /// IRCS.
    public let kSecAttrProtocolIRCS: CFString = "ircs"
    /// POP3S.
    public let kSecAttrProtocolPOP3S: CFString = "pops"

    // How the account proves itself.

    /// NTLM.
    public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
    /// MSN.
    public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
    /// DPA.
    public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
    /// RPA.
    public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
    /// HTTP Basic.
    public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
    /// HTTP Digest.
    public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
    /// HTML Form.
    public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
    /// Default.
    public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
#endif
