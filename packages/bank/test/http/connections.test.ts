import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Connections } from "../../src/http/connections/connections.ts";

const limits = {
  connectionsMax: 10,
  lingerMs: 20,
  halfSentMs: 20,
  closingMs: 300,
  warnEveryMs: 60_000,
};
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: bank\r\n\r\n`;
const refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

describe("Connections", () => {
  let server: Server;
  let connections: Connections;
  let warnings: string[];
  let held: ServerResponse[];
  const opened: Socket[] = [];

  beforeEach(async () => {
    warnings = [];
    held = [];
    connections = new Connections((text) => warnings.push(text), limits);
    server = createServer((request, response) => {
      connections.expect(response);
      if (request.url === "/held") held.push(response);
      else response.end("served");
    });
    connections.watch(server);
    server.on("clientError", (_error, socket) => connections.refuse(socket as Socket, refusal));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** Opens a connection that the client never ends, and collects what it receives. */
  const open = async (text = ""): Promise<{ readonly socket: Socket; received(): string }> => {
    const socket = connect({
      host: "127.0.0.1",
      port: (server.address() as AddressInfo).port,
      allowHalfOpen: true,
    });
    opened.push(socket);
    socket.on("error", () => undefined);
    let received = "";
    socket.on("data", (data) => {
      received += data.toString("latin1");
    });
    await once(socket, "connect");
    if (text !== "") socket.write(text);
    return { socket, received: () => received };
  };

  const openConnections = async (): Promise<number> =>
    new Promise((resolve) => {
      server.getConnections((_error, count) => resolve(count));
    });

  const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (let tries = 0; !(await condition()); tries += 1) {
      assert.ok(tries < 1_000, "the condition did not become true");
      await sleep(5);
    }
  };

  test("A24: sends a response that is due before it refuses what follows", async () => {
    const client = await open(`${get("/held")}\0\0 garbage\r\n\r\n`);
    await until(() => held.length === 1);
    await sleep(20);
    assert.equal(client.received(), "");
    held[0]?.end("first");
    await until(() => client.received().includes("400 Bad Request"));
    assert.match(client.received(), /200 OK[\s\S]*first[\s\S]*400 Bad Request/);
  });

  test("A20: closes a refused connection although the client keeps it open", async () => {
    const client = await open("no HTTP at all\r\n\r\n");
    await until(() => client.received().includes("400 Bad Request"));
    await until(async () => (await openConnections()) === 0);
    assert.equal(client.socket.writable, true, "the client has not ended its side");
  });

  test("A20: accepts connections up to the limit, and warns once", async () => {
    const clients = await Promise.all(Array.from({ length: 14 }, () => open()));
    await until(() => clients.filter(({ socket }) => socket.readableEnded).length === 4);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /10 are open/);
  });

  test("F13: closes silent and half-sent connections, and finishes complete requests", async () => {
    await open();
    await open("GET /half HTTP/1.1\r\nHo");
    await open("POST /held HTTP/1.1\r\nHost: bank\r\nContent-Length: 10\r\n\r\nhalf");
    const complete = await open(get("/held"));
    await until(() => held.length === 2);
    const closed = connections.close();
    await until(async () => (await openConnections()) === 1);
    held.find(({ req }) => req.complete)?.end("finished");
    await closed;
    await until(() => complete.received().includes("finished"));
    assert.match(complete.received(), /Connection: close[\s\S]*finished/);
  });

  test("F13: closes every connection at the deadline", async () => {
    await open(get("/held"));
    await until(() => held.length === 1);
    await connections.close();
    assert.equal(await openConnections(), 0);
  });
});
