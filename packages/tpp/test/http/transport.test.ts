import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test } from "node:test";
import { openTransport } from "../../src/http/transport.ts";

test("closes an idle connection before the server does", async () => {
  const server = createServer((_, response) => response.end());
  server.keepAliveTimeout = 2_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const transport = openTransport(new URL(`http://127.0.0.1:${port}`), {});
  try {
    const connected = once(server, "connection") as Promise<[Socket]>;
    const request = { method: "GET", target: "/", headers: {}, body: undefined };
    await transport.exchange({ ...request, timeoutMs: 10_000, signal: undefined });
    const [socket] = await connected;
    const closer = await Promise.race([
      once(socket, "end").then(() => "client"),
      once(socket, "close").then(() => "server"),
    ]);
    assert.equal(closer, "client");
  } finally {
    transport.close();
    server.close();
  }
});
