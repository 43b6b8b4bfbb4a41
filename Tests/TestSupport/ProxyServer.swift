import Foundation

/// A proxy, in Python: CONNECT over plain TCP or over TLS, or SOCKS5; for plain http it answers itself. Its log says what it saw.
package final class ProxyServer: Sendable {
    /// How it is spoken to.
    package enum Kind: String, Sendable, CaseIterable { case http, https, socks5 }

    package let port: Int
    private let kind: Kind
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// - Parameters:
    ///   - pki: gives the certificate of one that speaks TLS, which asks its clients for theirs.
    ///   - credentials: `user:password` that it wants; empty for none.
    ///   - refusal: the status that it answers to everything; 0 for none.
    package init(_ kind: Kind, _ pki: TestPKI, credentials: String = "", refusal: Int = 0) throws {
        folder = try TemporaryFolder()
        port = try FreePort.next()
        self.kind = kind
        let issued = try pki.server()
        let files = try [
            folder.write(Data(Self.script.utf8), "proxy.py").path, "\(port)", kind.rawValue, credentials, "\(refusal)",
            folder.write(issued.chainPEM, "server.pem").path, folder.write(issued.privateKeyPEM, "server.key").path,
            folder.write(pki.root.certificatePEM, "clients.pem").path,
        ]
        server = try ChildServer(Peer.python.command, files, port: port, log: folder.path("log"))
    }

    /// Its address, as a user writes it.
    package func address(_ userInformation: String = "", host: String = "localhost") -> String {
        "\(kind == .socks5 ? "socks5h" : kind.rawValue)://\(userInformation)\(host):\(port)"
    }

    /// A line for each request: the target, `user:password`, and whether a client certificate came.
    package var log: [String] { folder.text(of: "log").split(separator: "\n").map(String.init) }

    package func stop() { server.stop() }

    private static let script = """
        import asyncio, base64, ssl, sys
        port, kind, credentials, refusal = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])

        async def pump(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except (OSError, ssl.SSLError): pass
            finally: writer.close()

        async def tunnel(reader, writer, host, port, answer):
            far_reader, far_writer = await asyncio.open_connection(host, port)
            writer.write(answer)
            await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))

        def say(writer, target, given):
            cert = writer.get_extra_info("peercert") if kind == "https" else None
            print(target, given or "-", "certificate" if cert else "no certificate", flush=True)

        async def http(reader, writer):
            while True:
                try: head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").split("\\r\\n")
                except asyncio.IncompleteReadError: return writer.close()
                method, target, _ = head[0].split(" ")
                fields = {n.lower(): v for n, v in (line.split(": ", 1) for line in head[1:] if line)}
                given = fields.get("proxy-authorization", "")
                given = base64.b64decode(given[6:]).decode() if given.startswith("Basic ") else given
                say(writer, target, given)
                status = refusal or (407 if credentials and given != credentials else 0)
                if status:
                    writer.write(b"HTTP/1.1 %d No\\r\\nProxy-Authenticate: Basic realm=\\"proxy\\"\\r\\n"
                        b"Content-Length: 2\\r\\n\\r\\nno" % status)
                elif method == "CONNECT":
                    host, _, number = target.rpartition(":")
                    return await tunnel(reader, writer, host, int(number), b"HTTP/1.1 200 Yes\\r\\n\\r\\n")
                else: writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 7\\r\\n\\r\\nproxied")

        async def socks5(reader, writer):
            _, count = await reader.readexactly(2)
            methods = await reader.readexactly(count)
            given = ""
            if credentials:
                if 2 not in methods:
                    say(writer, "?", given)
                    writer.write(b"\\x05\\xff")
                    return writer.close()
                writer.write(b"\\x05\\x02")
                await reader.readexactly(1)
                user = await reader.readexactly((await reader.readexactly(1))[0])
                password = await reader.readexactly((await reader.readexactly(1))[0])
                given = (user + b":" + password).decode()
                writer.write(b"\\x01\\x00" if given == credentials else b"\\x01\\x01")
                if given != credentials:
                    say(writer, "?", given)
                    return writer.close()
            else: writer.write(b"\\x05\\x00")
            _, _, _, kind = await reader.readexactly(4)
            if kind == 3: host = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
            elif kind == 1: host = ".".join(map(str, await reader.readexactly(4)))
            else: host = (await reader.readexactly(16)).hex()
            number = int.from_bytes(await reader.readexactly(2), "big")
            say(writer, "%s:%d" % (host, number), given)
            if refusal:
                writer.write(b"\\x05\\x02\\x00\\x01" + bytes(6))
                return writer.close()
            await tunnel(reader, writer, host, number, b"\\x05\\x00\\x00\\x01" + bytes(6))

        async def serve(reader, writer):
            try: await (socks5 if kind == "socks5" else http)(reader, writer)
            except (OSError, EOFError, ssl.SSLError): writer.close()

        async def main():
            context = None
            if kind == "https":
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(sys.argv[5], sys.argv[6])
                context.load_verify_locations(sys.argv[7])
                context.verify_mode = ssl.CERT_OPTIONAL
            await asyncio.start_server(serve, "127.0.0.1", port, ssl=context)
            await asyncio.Future()

        asyncio.run(main())
        """
}
