"""The nginx that all clients talk to, and the certificates of both sides."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

DOWNLOAD_SIZE = 256 << 20

CONFIGURATION = """
daemon off;
{user}
worker_processes 1;
worker_rlimit_nofile 8192;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    sendfile on;
    keepalive_requests 1000000000;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;

    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.key;
    ssl_client_certificate {folder}/ca.pem;
    ssl_verify_client on;
    ssl_session_cache off;
    ssl_session_tickets off;
{servers}
}}
"""

# With keepalive_timeout 0 each answer ends its connection. What it says shows that the handshake was a whole one.
SERVER = """
    server {{
        listen 127.0.0.1:{port} ssl {http2} backlog=4096;
        keepalive_timeout {keepalive};
        location = / {{ return 200 "{answer}"; }}
        location = /numbered {{ return 200 "$arg_n {answer}"; }}
        location = /download {{
            alias {folder}/download;
            add_header X-Client "$ssl_client_verify $ssl_client_s_dn";
        }}
    }}
"""


class Server:
    """Runs while the `with` block does. `urls` has a URL for each of h1, h2 and closing."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="mutual-tls-benchmark.")
        try:
            self._make_certificates()
            with open(f"{self.folder}/download", "wb") as file:
                file.truncate(DOWNLOAD_SIZE)
            self._start()
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def _openssl(self, *arguments):
        done = subprocess.run(["openssl", *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"openssl {' '.join(arguments)}: {done.stderr}")

    def _make_certificates(self):
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc"]
        authority = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"]
        self._openssl("req", "-x509", "-days", "365", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Root", *authority)
        for name, subject, extensions in [
            ("server", "/CN=localhost", "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth"),
            ("client", "/CN=alice", "extendedKeyUsage=clientAuth"),
        ]:
            with open(f"{self.folder}/{name}.ext", "w") as file:
                file.write("basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\n" + extensions)
            self._openssl("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", subject)
            self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                          "-days", "365", "-extfile", f"{name}.ext", "-out", f"{name}.pem")
        self._openssl("pkcs12", "-export", "-in", "client.pem", "-inkey", "client.key", "-out", "client.p12",
                      "-passout", "pass:secret")

    def _start(self):
        ports = _free_ports(3)
        who = "$ssl_client_verify $ssl_client_s_dn"
        kinds = {
            "h1": ("", "60s", who),
            "h2": ("http2", "60s", who),
            "closing": ("", "0", who + " $ssl_session_reused $connection_requests"),
        }
        self.urls = {kind: f"https://127.0.0.1:{port}/" for kind, port in zip(kinds, ports)}
        servers = "".join(
            SERVER.format(folder=self.folder, port=port, http2=http2, keepalive=keepalive, answer=answer)
            for (http2, keepalive, answer), port in zip(kinds.values(), ports))
        user = "user root;" if os.geteuid() == 0 else ""
        with open(f"{self.folder}/nginx.conf", "w") as file:
            file.write(CONFIGURATION.format(folder=self.folder, user=user, servers=servers))
        nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
        self.process = subprocess.Popen([nginx, "-e", f"{self.folder}/error.log", "-c", f"{self.folder}/nginx.conf"])
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", ports[0])).close()
                return
            except OSError:
                time.sleep(0.05)
        self.process.kill()
        with open(f"{self.folder}/error.log") as file:
            raise SystemExit("nginx does not start: " + file.read())


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
