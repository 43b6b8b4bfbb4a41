import Foundation

/// The WebSocket server of Python's `websockets`, by itself or behind nginx. What it does depends on the path:
///
/// - `/echo` sends back what it gets; with `/ping` it pings first, and says how many bytes the pong brought.
/// - `/whoami` sends the common name of the client's certificate, or what nginx says of it.
/// - `/close/4001/bye` closes with that code and reason.
/// - `/fragments` sends `a`, `b` and `c` as fragments of one text.
/// - `/flood/N` sends N messages of 1 KiB each, and writes into its log how far it has come.
/// - `/big/N` sends one message of N bytes.
/// - `/silent` reads nothing until it is asked to close.
/// - `/drop` ends the connection without a close frame.
/// - `/refuse` answers 403.
package final class WebSocketServer: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// - Parameter pki: gives the server's certificate and the CA of its clients, whose certificates are required; nil for a
    ///   plain server, for nginx to stand before.
    package init(_ pki: TestPKI?) throws {
        folder = try TemporaryFolder()
        port = try FreePort.next()
        try folder.write(Data(Self.script.utf8), "server.py")
        var files: [String] = []
        if let pki {
            let issued = try pki.server()
            files = try [
                folder.write(issued.chainPEM, "server.pem").path, folder.write(issued.privateKeyPEM, "server.key").path,
                folder.write(pki.root.certificatePEM, "clients.pem").path,
            ]
        }
        server = try ChildServer(
            Peer.websockets.command, [folder.path("server.py"), "\(port)"] + files, port: port,
            log: folder.path("log"))
    }

    /// The address of a path, by name, so that the server's certificate fits.
    package func url(_ path: String) -> URL { URL(string: "wss://localhost:\(port)\(path)")! }

    /// A `location` block for nginx: `/ws/echo` there is `/echo` here.
    package var nginxLocation: String {
        """
        location /ws/ {
          proxy_pass http://127.0.0.1:\(port)/; proxy_http_version 1.1;
          proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;
          proxy_set_header X-Client $ssl_client_s_dn;
        }
        """
    }

    /// What it logged, once a line begins with `prefix`: `closed CODE REASON` for each connection, and `sent N`.
    package func log(until prefix: String) -> [String] {
        for _ in 0..<500 {
            let lines = log
            if lines.contains(where: { $0.hasPrefix(prefix) }) { return lines }
            usleep(10_000)
        }
        return log
    }

    /// What it has logged so far.
    package var log: [String] { folder.text(of: "log").split(separator: "\n").map(String.init) }

    package func stop() { server.stop() }

    private static let script = """
        import asyncio, http, ssl, sys
        import websockets

        def say(*words): print(*words, flush=True)

        def name(ws):
            proxied = ws.request_headers.get("X-Client")
            if proxied: return proxied
            cert = ws.transport.get_extra_info("peercert")
            return "CN=" + dict(x[0] for x in cert["subject"])["commonName"] if cert else "nobody"

        async def handler(ws, path):
            words = path.split("?")[0].strip("/").split("/")
            try:
                if words[0] == "close": await ws.close(int(words[1]), words[2])
                elif words[0] == "whoami": await ws.send(name(ws))
                elif words[0] == "fragments": await ws.send(iter(["a", "b", "c"]))
                elif words[0] == "big": await ws.send(b"z" * int(words[1]))
                elif words[0] == "drop":
                    ws.transport.abort()
                    return
                elif words[0] == "flood":
                    for i in range(int(words[1])):
                        await ws.send(i.to_bytes(4, "big") + bytes(1020))
                        if i % 256 == 255: say("sent", i + 1)
                elif words[0] == "ping":
                    pong = await ws.ping(b"payload")
                    await pong
                    await ws.send("pong")
                elif words[0] == "silent":
                    ws.transport.pause_reading()
                    await asyncio.sleep(3600)
                async for message in ws: await ws.send(message)
            except websockets.ConnectionClosed: pass
            finally: say("closed", ws.close_code, ws.close_reason)

        async def refuse(path, headers):
            if path == "/refuse": return http.HTTPStatus.FORBIDDEN, [("X-Why", "because")], b"not you"

        async def main():
            context = None
            if len(sys.argv) > 2:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(sys.argv[2], sys.argv[3])
                context.load_verify_locations(sys.argv[4])
                context.verify_mode = ssl.CERT_REQUIRED
            async with websockets.serve(handler, "127.0.0.1", int(sys.argv[1]), ssl=context,
                    subprotocols=["superchat", "chat"], process_request=refuse, max_size=64 << 20, close_timeout=2):
                await asyncio.Future()

        asyncio.run(main())
        """
}
