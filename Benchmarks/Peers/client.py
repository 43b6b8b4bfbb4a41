"""The benchmark's client on httpx. What it is told and what it prints: see Runner/clients.py."""

import asyncio
import contextlib
import json
import os
import resource
import ssl
import sys
import time

import httpx


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def operation(client, kind, url, expected, saved):
    if kind in ("download", "save"):
        async with client.stream("GET", url) as response:
            size = 0
            with open(saved, "wb") if kind == "save" else contextlib.nullcontext() as file:
                async for chunk in response.aiter_raw():
                    size += len(chunk)
                    if file:
                        file.write(chunk)
        good = str(size) == expected and response.headers.get("x-client") == "SUCCESS CN=alice"
    else:
        response = await client.get(url)
        size = len(response.content)
        good = response.text == expected
    if response.status_code != 200 or not good:
        sys.exit(f"status {response.status_code}, {size} bytes")


async def run(client, kind, url, concurrency, seconds, expected, saved):
    end = time.monotonic() + seconds

    async def lane():
        count = 0
        while True:
            await operation(client, kind, url, expected, saved)
            count += 1
            if time.monotonic() >= end:
                return count

    return sum(await asyncio.gather(*(lane() for _ in range(concurrency))))


async def main():
    kind, url, concurrency, seconds, folder, expected = sys.argv[1:]
    concurrency, seconds = int(concurrency), float(seconds)
    saved = os.path.join(folder, f"saved-{os.getpid()}")
    context = ssl.create_default_context(cafile=os.path.join(folder, "ca.pem"))
    context.load_cert_chain(os.path.join(folder, "client.pem"), os.path.join(folder, "client.key"))
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    async with httpx.AsyncClient(verify=context, http2=True, limits=limits, timeout=60) as client:
        if kind not in ("download", "save"):
            await run(client, kind, url, concurrency, 0.25, expected, saved)
        used, start = cpu(), time.monotonic()
        operations = await run(client, kind, url, concurrency, seconds, expected, saved)
        print(json.dumps({"operations": operations, "cpuMicroseconds": (cpu() - used) * 1e6,
                          "seconds": time.monotonic() - start}))
    if kind == "save":
        os.remove(saved)


asyncio.run(main())
