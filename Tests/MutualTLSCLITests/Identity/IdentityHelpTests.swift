import Testing

/// The texts of `mtls identity ... --help`, whole.
@Suite("Help of mtls identity")
struct IdentityHelpTests {
    static let cases = [
        HelpTests.Case(
            words: ["identity"],
            text: """
                usage: mtls identity SUBCOMMAND [ARGUMENTS]

                subcommands:
                  identity import FILE             store an identity in the keychain, under a label
                  identity list                    list the identities in the keychain
                  identity show LABEL              show an identity in the keychain, and what servers and phones will mind
                  identity export LABEL FILE       write an identity of the keychain into a file, for a certain system
                  identity remove LABEL...         remove identities from the keychain, with their keys
                  identity generate                make a key in the keychain, and a request for its certificate
                  identity bind LABEL ORIGIN...    let an identity go to certain origins alone
                  identity unbind LABEL ORIGIN...  end what bind has begun
                  identity protect                 choose what protects the keys in the keychain

                """),
        HelpTests.Case(
            words: ["identity", "import"],
            text: """
                Store an identity in the keychain, under a label.

                usage: mtls identity import FILE [OPTIONS]

                FILE is PKCS#12, PEM or DER; intermediates in it are stored and sent along. Without --label the identity keeps the
                label that it has, else it is called by its friendly name, else by its common name. To store an identity again is no
                error: it is one item, and gets the new label. A certificate alone joins the key that waits for it (see mtls
                identity generate).

                options:
                  --label NAME                   what it is called
                  --key FILE                     the private key, where it is not in FILE
                  --select WHICH                 which of several identities: fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME
                  --all                          store all identities of FILE, each under its own name
                  --bind ORIGIN                  let it go to this origin alone, such as https://api.example.com:8443
                  --replace                      put it in the place of another identity that has the label
                  --password-file FILE           read the password from a file
                  --password-stdin               read the password from standard input
                  --no-password                  there is none, and nobody is asked
                  --keychain DIR                 the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --keychain-password-file FILE  read the keychain's passphrase, where it has one, from a file
                  --help                         show this help

                examples:
                  # asks for the password of alice.p12 where it has one
                  $ mtls identity import alice.p12 --label alice
                  # PEM files; the identity goes to one server alone
                  $ mtls identity import alice.pem --key alice.key --label alice --bind https://api.example.com
                  # after a renewal: who looks the label up finds the one or the other, never none
                  $ mtls identity import renewed.p12 --label alice --replace --password-file secret.txt

                """),
        HelpTests.Case(
            words: ["identity", "list"],
            text: """
                List the identities in the keychain.

                usage: mtls identity list [OPTIONS]

                A line for each: label, subject, issuer, end of validity, the first digits of the SHA-256, and the origins that it is
                bound to; with tabs in between where standard output is no terminal. No key is opened, and no passphrase asked for.

                options:
                  --for ORIGIN        only those that may go to this origin
                  --accepted-by FILE  only those from a CA whose certificate is in FILE (PEM)
                  --keychain DIR      the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --json              print the result as one JSON object
                  --help              show this help

                examples:
                  # what there is, and what expires soon
                  $ mtls identity list
                  # for scripts
                  $ mtls identity list --json
                  # what a server would take
                  $ mtls identity list --for https://api.example.com --accepted-by ca/root.pem

                """),
        HelpTests.Case(
            words: ["identity", "show"],
            text: """
                Show an identity in the keychain, and what servers and phones will mind.

                usage: mtls identity show LABEL [OPTIONS]

                No key is opened, and no passphrase asked for.

                options:
                  --keychain DIR  the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --json          print the result as one JSON object
                  --help          show this help

                examples:
                  # certificate, chain, origins and problems
                  $ mtls identity show alice
                  # for scripts
                  $ mtls identity show alice --json

                """),
        HelpTests.Case(
            words: ["identity", "export"],
            text: """
                Write an identity of the keychain into a file, for a certain system.

                usage: mtls identity export LABEL FILE [OPTIONS]

                FILE gets the certificate, its key and its intermediates, for its owner alone. Its password is asked for, twice,
                unless one of the options or MTLS_NEW_PASSWORD gives it; in PEM and DER it encrypts the key.
                Targets:
                  apple        iOS 18, macOS 15 and newer: AES-256, SHA-256
                  apple-legacy every iOS and macOS, and everything else: 3DES, SHA-1
                  openssl      OpenSSL 3 and what is built on it: AES-256
                  java         Java 8u301 and newer: AES-256
                  windows      Windows 10 1709, Server 2019 and newer: AES-256
                  pem          one text for nginx, HAProxy, curl: certificate, chain, key
                  der          the certificate as DER, and its key beside it in a file .key

                options:
                  --for TARGET                   whom the file is for: see above
                  --name NAME                    the friendly name (alias) in the file (the label)
                  --force                        replace a file that is there
                  --new-password-file FILE       read the new file's password from a file
                  --new-password-stdin           read the new file's password from standard input
                  --no-new-password              the new file gets none, and nobody is asked
                  --keychain DIR                 the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --keychain-password-file FILE  read the keychain's passphrase, where it has one, from a file
                  --help                         show this help

                examples:
                  # for phones of any age
                  $ mtls identity export alice phone.p12 --for apple-legacy
                  # for nginx or curl, the key unencrypted
                  $ mtls identity export alice alice.pem --for pem --no-new-password

                """),
        HelpTests.Case(
            words: ["identity", "remove"],
            text: """
                Remove identities from the keychain, with their keys.

                usage: mtls identity remove LABEL... [OPTIONS]

                All of them or, where a label is not there, none. What is removed can't be brought back: export it first if it may be
                needed. Asks on the terminal unless --yes is given.

                options:
                  --yes           don't ask
                  --keychain DIR  the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --help          show this help

                examples:
                  # asks first
                  $ mtls identity remove alice
                  # for a script
                  $ mtls identity remove old-1 old-2 --yes

                """),
        HelpTests.Case(
            words: ["identity", "generate"],
            text: """
                Make a key in the keychain, and a request for its certificate.

                usage: mtls identity generate [OPTIONS]

                The key is in the keychain alone, and never in a file. The request (PKCS#10, PEM) goes to standard output, or into the
                file of --csr; have a CA sign it, and bring the certificate with mtls identity import. With --ca the CA of mtls ca
                issues it at once. NAME is a common name, or CN=alice,O=Example.

                options:
                  --label NAME                   what it is called
                  --subject NAME                 whom the certificate is for
                  --key-type TYPE                ec-256, ec-384, rsa-2048, rsa-3072, rsa-4096, ed25519 (ec-256)
                  --csr FILE                     write the request into a file
                  --ca DIR                       issue the certificate with the CA in this folder
                  --days N                       how long that is valid (397)
                  --force                        replace a file that is there
                  --keychain DIR                 the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --keychain-password-file FILE  read the keychain's passphrase, where it has one, from a file
                  --help                         show this help

                examples:
                  # and later: mtls identity import alice.pem
                  $ mtls identity generate --label alice --subject CN=alice,O=Example --csr alice.csr
                  # ready at once, issued by the CA in ./ca
                  $ mtls identity generate --label web-1 --subject web-1 --ca ca --days 90

                """),
        HelpTests.Case(
            words: ["identity", "bind"],
            text: """
                Let an identity go to certain origins alone.

                usage: mtls identity bind LABEL ORIGIN... [OPTIONS]

                ORIGIN is https://HOST or https://HOST:PORT. Origins that it is bound to already stay.

                options:
                  --keychain DIR  the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --help          show this help

                examples:
                  # requests to any other origin fail before anything is sent
                  $ mtls identity bind alice https://api.example.com https://files.example.com:8443

                """),
        HelpTests.Case(
            words: ["identity", "unbind"],
            text: """
                End what bind has begun.

                usage: mtls identity unbind LABEL ORIGIN... [OPTIONS]

                An identity that is bound to no origin may go to any.

                options:
                  --keychain DIR  the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --help          show this help

                examples:
                  # the other origins stay
                  $ mtls identity unbind alice https://files.example.com:8443

                """),
        HelpTests.Case(
            words: ["identity", "protect"],
            text: """
                Choose what protects the keys in the keychain.

                usage: mtls identity protect [OPTIONS]

                --key-file is what a new keychain has: a file in its folder that its owner alone can read, so that programs start
                without anybody there. A passphrase is asked for, twice, unless one of the options or MTLS_NEW_PASSWORD gives it; whoever
                uses a key then has to give it. The identities stay as they are, and are listed without it.

                options:
                  --passphrase                   a passphrase
                  --key-file                     a file beside the keychain, for its owner alone
                  --secret-service               the desktop's Secret Service, which the log-in unlocks
                  --new-password-file FILE       read the new passphrase from a file
                  --new-password-stdin           read the new passphrase from standard input
                  --keychain DIR                 the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                  --keychain-password-file FILE  read the keychain's passphrase, where it has one, from a file
                  --help                         show this help

                examples:
                  # asks for the new passphrase
                  $ mtls identity protect --passphrase
                  # back to the key file
                  $ mtls identity protect --key-file --keychain-password-file secret.txt

                """),
    ]

    @Test("each subcommand explains itself", arguments: cases)
    func help(_ test: HelpTests.Case) throws {
        let outcome = try Program().run(test.words + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.output == test.text)
        #expect(outcome.errors.isEmpty)
    }
}
