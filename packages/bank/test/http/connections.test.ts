import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { selfSigned } from "@varde/testkit/tpp";
import { Connections } from "../../src/http/connections/connections.ts";

const limits = {
  connectionsMax: 10,
  halfSentMax: 8,
  halfSentBytesMax: 1_000,
  promptMs: 1_000,
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
  const tlsServers: TlsServer[] = [];

  beforeEach(async () => {
    warnings = [];
    held = [];
    connections = new Connections((text) => warnings.push(text), { limits });
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
    for (const one of [server, ...tlsServers.splice(0)]) {
      one.closeAllConnections();
      one.close();
    }
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

  test("A20: closes the oldest half-sent requests for new connections", async () => {
    const clients: Awaited<ReturnType<typeof open>>[] = [];
    for (let count = 0; count < 14; count += 1) clients.push(await open(get("/").slice(0, -2)));
    await until(() => connections.halfSentCount === 4);
    await until(() => clients.filter(({ socket }) => socket.readableEnded).length === 10);
    assert.deepEqual(
      clients.map(({ socket }) => socket.readableEnded),
      clients.map((_, index) => index < 10),
    );
    assert.equal(connections.abandonedCount, 10);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /half-sent requests are closed/);
  });

  test("A20: closes idle connections for new ones, and refuses if all are in use", async () => {
    const idle = await open(get("/"));
    await until(() => idle.received().includes("served"));
    for (let count = 0; count < 9; count += 1) {
      await open(get("/held"));
      await until(() => held.length === count + 1);
    }
    const tenth = await open(get("/held"));
    await until(() => held.length === 10);
    assert.equal(idle.socket.readableEnded, true);
    assert.equal(connections.refusedCount, 0);
    const refused = await open(get("/held"));
    await until(() => refused.socket.readableEnded || refused.socket.destroyed);
    assert.equal(connections.refusedCount, 1);
    assert.match(warnings[0] ?? "", /10 are open/);
    held.at(-1)?.end("served");
    await until(() => tenth.received().includes("served"));
  });

  test("LIM-28: reads a body that arrives without a pause beside half-sent ones", async () => {
    const bodies: string[] = [];
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      connections.expect(response);
      connections.awaitBody(request);
      request.on("data", (chunk: Buffer) => connections.growBody(request, chunk.length));
      request.on("end", () => {
        connections.endBody(request);
        bodies.push(request.url ?? "");
        response.end("served");
      });
    });
    const post = (path: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: bank\r\nConnection: close\r\n` +
      `Content-Length: 10\r\n\r\n${body}`;
    for (let count = 0; count < 20; count += 1) {
      await open(post(`/${count}`, "half"));
      const honest = await open(post("/honest", "0123456789"));
      await until(() => honest.received().includes("served"));
    }
    assert.deepEqual(new Set(bodies), new Set(["/honest"]));
    assert.equal(connections.halfSentCount, 4);
  });

  test("LIM-28: closes the oldest half-sent requests and handshakes over TLS too", async () => {
    const { privateKeyPem: key, certificatePem: cert } = selfSigned();
    const tls = createTlsServer({ key, cert });
    tlsServers.push(tls);
    connections.watch(tls);
    tls.listen(0, "127.0.0.1");
    await once(tls, "listening");
    const { port } = tls.address() as AddressInfo;
    const connectRaw = () => {
      const socket = connect({ host: "127.0.0.1", port });
      opened.push(socket);
      return socket.on("error", () => undefined).resume();
    };
    const handshakes = Array.from({ length: 4 }, connectRaw);
    await until(() => connections.halfSentCount === 4);
    for (let count = 0; count < 10; count += 1) {
      const client = connectTls({ socket: connectRaw(), rejectUnauthorized: false });
      client.on("error", () => undefined);
      await once(client, "secureConnect");
      client.write("GET / HTTP/1.1\r\nHo");
    }
    await until(() => connections.openCount === 4);
    assert.equal(connections.halfSentCount, 4);
    assert.ok(handshakes.every(({ readableEnded, closed }) => readableEnded || closed));
    await until(
      async () =>
        (await new Promise((resolve) => tls.getConnections((_, open) => resolve(open)))) === 4,
    );
  });

  test("LIM-28: a proxy of the bank says which address a request came from", async () => {
    connections = new Connections(() => undefined, { limits, trustedProxies: ["127.0.0.1"] });
    connections.watch(server);
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      response.end(`from ${connections.callerAddress(request)}`);
    });
    const client = await open(
      `${get("/").slice(0, -2)}X-Forwarded-For: 203.0.113.9, 2001:db8::7\r\n\r\n`,
    );
    await until(() => client.received().includes("from 2001:db8:0:0::/64"));
    const direct = connect({
      host: "127.0.0.1",
      port: (server.address() as AddressInfo).port,
      localAddress: "127.0.0.2",
    });
    opened.push(direct);
    direct.write(`${get("/").slice(0, -2)}X-Forwarded-For: 203.0.113.9\r\n\r\n`);
    const [data] = await once(direct, "data");
    assert.match(String(data), /from 127\.0\.0\.2$/m);
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
