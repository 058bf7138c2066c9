import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import test from "node:test";
import { listenLocally } from "@varde/testkit/processes";
import { openWire } from "../src/wire/open-wire.ts";

const request = { method: "GET", target: "/v1/user", headers: [], body: undefined };
const response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/** A server that lets each connection have some requests, and resets it at the next one. */
const aResettingServer = async (requestsEach: number) => {
  const seen: number[] = [];
  const serve = (socket: Socket) => {
    const place = seen.push(0) - 1;
    socket.on("data", () => {
      seen[place] = (seen[place] ?? 0) + 1;
      if ((seen[place] ?? 0) > requestsEach) socket.resetAndDestroy();
      else socket.write(response);
    });
  };
  const server = await listenLocally(createServer(serve));
  return { server, seen };
};

test("a request on a connection that the bank has just closed is sent again", async () => {
  const { server, seen } = await aResettingServer(1);
  await using _ = server;
  const wire = openWire(new URL(server.url));
  const statuses = [await wire.send(request), await wire.send(request)].map((each) => each.status);
  wire.close();
  assert.deepEqual(statuses, [200, 200]);
  assert.deepEqual(seen, [2, 1]);
});

test("a request on a new connection is not sent again", async () => {
  const { server, seen } = await aResettingServer(0);
  await using _ = server;
  const wire = openWire(new URL(server.url));
  await assert.rejects(wire.send(request), { code: "ECONNRESET" });
  wire.close();
  assert.deepEqual(seen, [1]);
});
