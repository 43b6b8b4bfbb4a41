import Testing

/// The texts of `--help`, whole.
@Suite("Help")
struct HelpTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let text: String
        var testDescription: String { (["mtls"] + words + ["--help"]).joined(separator: " ") }
    }

    static let cases = [
        Case(
            words: [],
            text: """
                Mutual TLS: client certificates issued, inspected, sent and demanded.

                usage: mtls SUBCOMMAND [ARGUMENTS]

                subcommands:
                  demo                             show what client authentication does, with good and bad identities
                  request URL                      send a request, and show a client certificate where the server asks for one
                  inspect FILE                     show what is in an identity's file, what servers and phones will mind, and who will open it
                  convert IN OUT                   rewrite an identity's file for iOS, macOS, OpenSSL, Java or Windows, or as PEM or DER
                  identity import FILE             store an identity in the keychain, under a label
                  identity list                    list the identities in the keychain
                  identity show LABEL              show an identity in the keychain, and what servers and phones will mind
                  identity export LABEL FILE       write an identity of the keychain into a file, for a certain system
                  identity remove LABEL...         remove identities from the keychain, with their keys
                  identity generate                make a key in the keychain, and a request for its certificate
                  identity bind LABEL ORIGIN...    let an identity go to certain origins alone
                  identity unbind LABEL ORIGIN...  end what bind has begun
                  identity protect                 choose what protects the keys in the keychain
                  ca init [DIR]                    make a certificate authority: a root, and below it the CA that issues
                  ca issue client NAME             issue a client certificate, as PKCS#12 or PEM
                  ca issue server NAME...          issue a server certificate for DNS names and IP addresses, as PEM
                  serve                            serve HTTPS with client authentication, and tell what each client sent

                options:
                  --help     show this help, or that of a subcommand
                  --version  show the version

                examples:
                  # see what client authentication does, on this machine, in seconds
                  $ mtls demo
                  # send a client certificate
                  $ mtls request https://api.example.com/ --identity alice.p12
                  # see what is in a file, and what a server will hold against it
                  $ mtls inspect alice.p12

                exit status:
                  0 yes
                  1 no: refused, not trusted, wrong password, unreadable input, no network, HTTP 400 and above
                  2 wrong usage

                """),
        Case(
            words: ["ca"],
            text: """
                usage: mtls ca SUBCOMMAND [ARGUMENTS]

                subcommands:
                  ca init [DIR]            make a certificate authority: a root, and below it the CA that issues
                  ca issue client NAME     issue a client certificate, as PKCS#12 or PEM
                  ca issue server NAME...  issue a server certificate for DNS names and IP addresses, as PEM

                """),
        Case(
            words: ["demo"],
            text: """
                Show what client authentication does, with good and bad identities.

                usage: mtls demo [OPTIONS]

                Makes a CA, two servers on 127.0.0.1, and identities, which it stores in a keychain of its own, in a temporary
                folder, and removes it in the end.
                What the server saw is what its own report says. Exit status 1 means that a row is not as it should be.

                options:
                  --help  show this help

                examples:
                  # takes a few seconds; nothing outside this machine is touched
                  $ mtls demo

                """),
        Case(
            words: ["request"],
            text: """
                Send a request, and show a client certificate where the server asks for one.

                usage: mtls request URL [OPTIONS]

                The body goes to standard output and nothing else does; errors and warnings go to standard error.
                The identity goes to the origin of the URL alone: no redirect to another one, and never over http.
                --identity takes the file of that name, else the identity with that label (see mtls identity); keychain:LABEL and
                ./FILE say which.
                Redirects are followed. Secrets in header fields or data belong in files (@FILE): every user of this machine can
                read a command line.
                --output writes a file whole or not at all, and not for a status of 400 and above; one that breaks off, by ^C too,
                is gone on with by --continue where the server allows it.
                With --repeat, or with several identities, each request is a line: who was sent, and the body or the error.

                options:
                      --identity FILE                the client certificate and its key: PKCS#12, PEM or DER; or a label in the keychain
                      --key FILE                     the private key, where it is not in the identity's file
                      --select WHICH                 which of several identities: fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME
                      --pkcs11 URI                   a key in a token, such as "pkcs11:token=mine;object=client" (RFC 7512)
                      --cert FILE                    the certificate of --pkcs11, where it is not in the token
                      --password-file FILE           read the password from a file
                      --password-stdin               read the password from standard input
                      --no-password                  there is none, and nobody is asked
                      --keychain DIR                 the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)
                      --keychain-password-file FILE  read the keychain's passphrase, where it has one, from a file
                  -X, --request METHOD               the method, where it is not GET, POST with --data or PUT with a file
                  -H, --header LINE                  a field "Name: value", "Name;" for an empty one; @FILE has one on each line
                  -d, --data TEXT                    send this, as it is; @FILE for a file's bytes, @- for standard input's
                  -T, --upload-file FILE             send a file, or - ; a URL that ends with / gets the file's name
                      --cacert FILE                  trust these roots (PEM) in place of the system's
                      --pin PIN                      besides, the server's key must be sha256//BASE64; several with ; between them
                      --tls-min VERSION              the lowest version of TLS, 1.2 (as without it) or 1.3
                      --tls-max VERSION              the highest version of TLS, 1.2 or 1.3 (as without it)
                      --http1.1                      speak HTTP/1.1 alone
                      --http2                        speak HTTP/2 where the server does, as without it
                      --resolve HOST:PORT:ADDRESS    use this address for a host's name
                  -x, --proxy URL                    go through http://, https://, socks5:// or socks5h://; "" for none
                      --noproxy HOSTS                hosts that --proxy is not for, with commas between them; * for no proxy at all
                  -m, --timeout SECONDS              how long all may take, redirects and repetitions included
                      --retry N                      send it again, N times at most, after a failed connection, a timeout, 429, 502, 503 or 504
                  -o, --output FILE                  write the body to a file; progress is shown on a terminal
                  -C, --continue                     go on with what an earlier --output has left
                  -i, --include                      print the response's head in front of the body
                      --repeat N                     send N requests, each identity in turn
                      --parallel M                   so many of them at once (1)
                  -v, --verbose                      tell both challenges, the handshake and the fields on standard error
                      --json                         print the result, failures and timings included, as JSON
                      --help                         show this help

                examples:
                  # asks for the password of alice.p12 where it has one
                  $ mtls request https://api.example.com/ --identity alice.p12
                  # PEM files, and a server of your own CA
                  $ mtls request https://localhost:8443/ --identity alice.pem --key alice.key --cacert ca/root.pem
                  # the identity that mtls identity import has stored under this label
                  $ mtls request https://api.example.com/ --identity alice
                  # a key that never leaves its token; asks for the PIN
                  $ mtls request https://api.example.com/ --pkcs11 'pkcs11:token=mine;object=client'
                  # for scripts
                  $ mtls request https://localhost:8443/ --identity alice.p12 --password-file secret.txt --json
                  # a POST; token.txt holds the line Authorization: Bearer ...
                  $ mtls request https://api.example.com/scans -d @scan.json -H 'Content-Type: application/json' -H @token.txt
                  # goes on where an earlier download broke off
                  $ mtls request https://api.example.com/big.bin -o big.bin --retry 5 --continue
                  # see both challenges, what was sent, and the server's alert
                  $ mtls request https://api.example.com/ --identity alice.p12 -v -o /dev/null
                  # a thousand requests, the two identities in turn
                  $ mtls request https://api.example.com/ --identity a.p12 --identity b.p12 --repeat 1000 --parallel 20

                """),
        Case(
            words: ["inspect"],
            text: """
                Show what is in an identity's file, what servers and phones will mind, and who will open it.

                usage: mtls inspect FILE [OPTIONS]

                FILE is PKCS#12, PEM or DER. Without the password it shows what the outside of a PKCS#12 file tells: its MAC,
                encryption and iterations. Exit status 0 means that the file was opened and holds a certificate or a key.

                options:
                  --key FILE            a private key, PEM or DER, that belongs to a certificate in FILE
                  --password-file FILE  read the password from a file
                  --password-stdin      read the password from standard input
                  --no-password         there is none, and nobody is asked
                  --json                print the result as one JSON object
                  --help                show this help

                examples:
                  # asks for the password where the file has one
                  $ mtls inspect alice.p12
                  # only what can be seen without the password
                  $ mtls inspect alice.p12 --no-password
                  # PEM, for scripts
                  $ mtls inspect alice.pem --key alice.key --json

                """),
        Case(
            words: ["convert"],
            text: """
                Rewrite an identity's file for iOS, macOS, OpenSSL, Java or Windows, or as PEM or DER.

                usage: mtls convert IN OUT [OPTIONS]

                IN is PKCS#12, PEM or DER; what it holds goes into OUT with its chain, without the root. Several identities go along
                for apple, java and windows; for the others --select chooses one. The new file's password is asked for, twice, unless
                one of the options or MTLS_NEW_PASSWORD gives it; in PEM and DER it encrypts the key.
                Targets:
                  apple        iOS 18, macOS 15 and newer: AES-256, SHA-256
                  apple-legacy every iOS and macOS, and everything else: 3DES, SHA-1
                  openssl      OpenSSL 3 and what is built on it: AES-256
                  java         Java 8u301 and newer: AES-256
                  windows      Windows 10 1709, Server 2019 and newer: AES-256
                  pem          one text for nginx, HAProxy, curl: certificate, chain, key
                  der          the certificate as DER, and its key beside it in a file .key

                options:
                  --for TARGET              whom the file is for: see above
                  --name NAME               the friendly name (alias) of the identity in the new file
                  --key FILE                the private key, where it is not in IN
                  --select WHICH            which of several identities: fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME
                  --force                   replace a file that is there
                  --password-file FILE      read the password from a file
                  --password-stdin          read the password from standard input
                  --no-password             there is none, and nobody is asked
                  --new-password-file FILE  read the new file's password from a file
                  --new-password-stdin      read the new file's password from standard input
                  --no-new-password         the new file gets none, and nobody is asked
                  --help                    show this help

                examples:
                  # for phones of any age; asks for both passwords
                  $ mtls convert alice.p12 phone.p12 --for apple-legacy
                  # for nginx or curl, the key unencrypted
                  $ mtls convert old.pfx server.pem --for pem --password-file secret.txt --no-new-password
                  # PEM into a Java key store
                  $ mtls convert alice.pem alice.p12 --key alice.key --for java --name alice

                """),
        Case(
            words: ["ca", "init"],
            text: """
                Make a certificate authority: a root, and below it the CA that issues.

                usage: mtls ca init [DIR] [OPTIONS]

                DIR is ./ca unless given. It gets root.pem and root.key, issuing.pem and issuing.key, and chain.pem with both
                certificates. Nothing that is there is overwritten. Keep root.key offline: issuing takes only issuing.key.

                options:
                  --name NAME  the root's name ("Private Root CA")
                  --days N     how long the root is valid (3650); the issuing CA has half of it
                  --help       show this help

                examples:
                  # a CA in ./ca
                  $ mtls ca init
                  # with a name, for 20 years
                  $ mtls ca init /srv/pki --name "Example Root" --days 7300

                """),
        Case(
            words: ["ca", "issue", "client"],
            text: """
                Issue a client certificate, as PKCS#12 or PEM.

                usage: mtls ca issue client NAME [OPTIONS]

                Writes NAME.p12 with the certificate, its key and the issuing CA's certificate. Its password is asked for, twice,
                unless one of the options gives it.

                options:
                  --ca DIR              the CA's folder (./ca)
                  --out FILE            the file to write (NAME.p12)
                  --days N              how long it is valid (397)
                  --legacy              the old PKCS#12 format, weakly protected, for readers that know no other
                  --pem                 write NAME.pem and NAME.key, unencrypted, instead
                  --force               replace files that are there
                  --password-file FILE  read the password from a file
                  --password-stdin      read the password from standard input
                  --no-password         there is none, and nobody is asked
                  --help                show this help

                examples:
                  # alice.p12, with a password that is asked for
                  $ mtls ca issue client alice
                  # for a script
                  $ mtls ca issue client alice --out phone.p12 --password-file secret.txt --days 90
                  # web-1.pem and web-1.key, for curl and servers
                  $ mtls ca issue client web-1 --pem

                """),
        Case(
            words: ["ca", "issue", "server"],
            text: """
                Issue a server certificate for DNS names and IP addresses, as PEM.

                usage: mtls ca issue server NAME... [OPTIONS]

                Writes PREFIX.pem with the certificate and the issuing CA's behind it, and PREFIX.key. PREFIX is the first name
                unless --out gives it.

                options:
                  --ca DIR      the CA's folder (./ca)
                  --out PREFIX  the files' name without .pem and .key
                  --days N      how long it is valid (397); Apple's systems refuse more than 825
                  --force       replace files that are there
                  --help        show this help

                examples:
                  # localhost.pem and localhost.key
                  $ mtls ca issue server localhost 127.0.0.1 ::1
                  # for nginx: ssl_certificate and ssl_certificate_key
                  $ mtls ca issue server www.example.com example.com --out /etc/nginx/tls/www

                """),
        Case(
            words: ["serve"],
            text: """
                Serve HTTPS with client authentication, and tell what each client sent.

                usage: mtls serve [OPTIONS]

                Prints its URL, then a line per connection, and answers every request with JSON that tells what it saw.
                Ends with ^C. For tests and demonstrations, not for the open Internet.

                options:
                  --listen HOST:PORT  the address (127.0.0.1:8443); port 0 takes a free one
                  --cert FILE         the server's certificate and its intermediates, as PEM
                  --key FILE          its private key, as unencrypted PEM
                  --client-ca FILE    the CAs that clients' certificates are verified against, as PEM
                  --client-auth MODE  none, request or require (require with --client-ca, else none)
                  --help              show this help

                examples:
                  # clients must show a certificate of your CA
                  $ mtls serve --cert localhost.pem --key localhost.key --client-ca ca/root.pem
                  # on a free port; bad and missing certificates are reported, and answered all the same
                  $ mtls serve --listen 127.0.0.1:0 --cert localhost.pem --key localhost.key --client-ca ca/root.pem --client-auth request

                """),
    ]

    @Test("each subcommand explains itself", arguments: cases)
    func help(_ test: Case) throws {
        let outcome = try Program().run(test.words + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.output == test.text)
        #expect(outcome.errors.isEmpty)
    }

    @Test("help is found in front of a subcommand and behind its arguments as well")
    func places() throws {
        let text = try Program().run(["inspect", "--help"]).output
        #expect(try Program().run(["help", "inspect"]).output == text)
        #expect(try Program().run(["inspect", "x.p12", "--json", "-h"]).output == text)
        #expect(try Program().run(["inspect", "--", "--help"]).status == 1)
    }
}
