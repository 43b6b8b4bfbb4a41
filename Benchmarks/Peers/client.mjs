// The benchmark's client on Node's https and http2. What it is told and what it prints: see Runner/clients.py.

import fs from "node:fs";
import http2 from "node:http2";
import https from "node:https";
import path from "node:path";

if (process.argv.length !== 8) throw new Error("usage: handshake|get|download|save URL CONCURRENCY SECONDS FOLDER EXPECTED");
const [kind, address, concurrency, seconds, folder, expected] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(folder, name));
const credentials = { ca: read("ca.pem"), cert: read("client.pem"), key: read("client.key") };
const url = new URL(address);
const isDownload = kind === "download" || kind === "save";
const saved = path.join(folder, `saved-${process.pid}`);

/** Collects an answer, and looks at it. */
function take(stream, headers, status, resolve, reject) {
    const chunks = [];
    let size = 0;
    const file = kind === "save" ? fs.createWriteStream(saved) : null;
    stream.on("data", (chunk) => {
        size += chunk.length;
        if (!isDownload) chunks.push(chunk);
    });
    if (file) stream.pipe(file);
    stream.on("error", reject);
    (file ?? stream).on(file ? "finish" : "end", () => {
        const body = Buffer.concat(chunks).toString();
        const isGood =
            isDownload
                ? String(size) === expected && headers["x-client"] === "SUCCESS CN=alice"
                : body === expected;
        if (status === 200 && isGood) resolve();
        else reject(new Error(`status ${status}: ${body}, ${size} bytes`));
    });
}

/** A function that sends one request, over the version of HTTP that the server chooses. */
async function sender() {
    const session = http2.connect(url.origin, { ...credentials, ALPNProtocols: ["h2", "http/1.1"] });
    const version = await new Promise((resolve) => {
        session.once("connect", () => resolve("h2"));
        // The server has chosen HTTP/1.1.
        session.once("error", () => resolve("h1"));
    });
    if (version === "h2") {
        const send = () =>
            new Promise((resolve, reject) => {
                const stream = session.request({ ":path": url.pathname });
                stream.on("error", reject);
                stream.on("response", (headers) => take(stream, headers, headers[":status"], resolve, reject));
                stream.end();
            });
        return [send, () => session.close()];
    }
    const agent = new https.Agent({
        ...credentials, keepAlive: true, maxSockets: Number(concurrency), maxCachedSessions: 0,
    });
    const send = () =>
        new Promise((resolve, reject) => {
            https.get(url, { agent }, (response) => take(response, response.headers, response.statusCode, resolve, reject))
                .on("error", reject);
        });
    return [send, () => agent.destroy()];
}

const [send, close] = await sender();

async function run(seconds) {
    const end = performance.now() + seconds * 1000;
    let operations = 0;
    const lane = async () => {
        do {
            await send();
            operations += 1;
        } while (performance.now() < end);
    };
    await Promise.all(Array.from({ length: Number(concurrency) }, lane));
    return operations;
}

if (!isDownload) await run(0.25);
const [before, start] = [process.cpuUsage(), performance.now()];
const operations = await run(Number(seconds));
const used = process.cpuUsage(before);
console.log(JSON.stringify({
    operations, cpuMicroseconds: used.user + used.system, seconds: (performance.now() - start) / 1000,
}));
close();
fs.rmSync(saved, { force: true });
