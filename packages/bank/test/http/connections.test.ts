import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { selfSigned } from "@varde/testkit/tpp";
import { connectionLimits } from "../../src/http/connections/connection-limits.ts";
import { Connections, tooManyChunks } from "../../src/http/connections/connections.ts";

const limits = {
  connectionsMax: 10,
  halfSentMax: 8,
  halfSentBytesMax: 1_000,
  heldBytesMax: 70_000_000,
  sweepMs: 2_500,
  sweepsUnmovedMax: 5,
  promptMs: 1_000,
  lingerMs: 20,
  halfSentMs: 20,
  closingMs: 60_000,
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
      const bytes = /\/bytes\/(\d+)/.exec(request.url ?? "")?.[1];
      if (bytes !== undefined) response.end(Buffer.alloc(Number(bytes)));
      else if (request.url === "/held") held.push(response);
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

  /** Lets the server of a test speak TLS, and returns how to connect to it. */
  const transports = {
    "plain HTTP": async () => () => open(),
    TLS: async () => {
      const { privateKeyPem: key, certificatePem: cert } = selfSigned();
      const tls = createTlsServer({ key, cert }, (request, response) => {
        server.emit("request", request, response);
      });
      tlsServers.push(tls);
      connections.watch(tls);
      tls.listen(0, "127.0.0.1");
      await once(tls, "listening");
      return async () => {
        const { port } = tls.address() as AddressInfo;
        const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
        opened.push(socket);
        let received = "";
        socket
          .on("error", () => undefined)
          .on("data", (data) => {
            received += data.toString("latin1");
          });
        await once(socket, "secureConnect");
        return { socket, received: () => received };
      };
    },
  };

  for (const [transport, prepare] of Object.entries(transports)) {
    test(`LIM-33: has one request of a connection at a time over ${transport}`, async () => {
      const connectTo = await prepare();
      const client = await connectTo();
      client.socket.write(get("/held").repeat(600));
      for (let count = 1; count <= 600; count += 1) {
        await until(() => held.length > 0);
        assert.equal(held.length, 1, "two requests of a connection were served at the same time");
        held.pop()?.end(`<${count}>`);
      }
      await until(() => client.received().includes("<600>"));
      const order = client.received().match(/(?<=<)\d+(?=>)/g);
      assert.deepEqual(
        order?.map(Number),
        Array.from({ length: 600 }, (_, at) => at + 1),
      );
    });

    test(`F13: sends a last response whole if more was sent over ${transport}`, async () => {
      const connectTo = await prepare();
      const client = await connectTo();
      client.socket.write(get("/held"));
      await until(() => held.length === 1);
      client.socket.pause();
      const ahead = get("/held").repeat(20_000);
      client.socket.write(ahead);
      const closed = connections.close();
      const [last] = held;
      // Closing with unread bytes resets the connection, and the end of the response is lost.
      await until(() => (last?.req.socket.bytesRead ?? 0) > ahead.length);
      last?.end(Buffer.alloc(8_000_000));
      client.socket.resume();
      await closed;
      await until(() => client.socket.readableEnded || client.socket.closed);
      assert.equal(held.length, 1, "a request was served that was sent ahead");
      const [head = "", body = ""] = client.received().split("\r\n\r\n");
      assert.match(head, /\r\nConnection: close/);
      assert.equal(body.length, 8_000_000);
    });

    test(`LIM-33: closes a client that takes nothing but sends over ${transport}`, async (t) => {
      t.mock.timers.enable({ apis: ["setInterval"] });
      const connectTo = await prepare();
      const client = await connectTo();
      client.socket.pause();
      client.socket.write(get("/bytes/30000000").repeat(600));
      let sweeps = 0;
      await until(() => {
        client.socket.write("G");
        t.mock.timers.tick(limits.sweepMs);
        sweeps += 1;
        return connections.unreadCount === 1;
      });
      assert.ok(sweeps > limits.sweepsUnmovedMax, `${sweeps} sweeps`);
      await until(async () => (await openConnections()) === 0);
      assert.match(warnings[0] ?? "", /do not read the responses/);
    });

    test(`LIM-33: keeps a client that takes a response slowly over ${transport}`, async (t) => {
      t.mock.timers.enable({ apis: ["setInterval"] });
      const connectTo = await prepare();
      const client = await connectTo();
      // More than the system takes for a client that reads.
      const total = 60_000_000;
      client.socket.pause();
      client.socket.write(get(`/bytes/${total}`));
      let bytes = 0;
      let taken = 0;
      client.socket.on("data", (data) => {
        bytes += data.length;
        if (bytes >= taken) client.socket.pause();
      });
      while (taken < total - 10_000_000) {
        taken += 10_000_000;
        client.socket.resume();
        await until(() => bytes >= taken);
        for (let sweep = 1; sweep < limits.sweepsUnmovedMax; sweep += 1) {
          t.mock.timers.tick(limits.sweepMs);
        }
      }
      taken = Number.POSITIVE_INFINITY;
      client.socket.resume();
      await until(() => bytes > total);
      assert.equal(connections.unreadCount, 0);
    });
  }

  test("LIM-33: closes a client that takes nothing after 12 to 16 seconds", () => {
    const { sweepMs, sweepsUnmovedMax } = connectionLimits();
    assert.ok(sweepMs * sweepsUnmovedMax >= 12_000);
    assert.ok(sweepMs * (sweepsUnmovedMax + 1) <= 16_000);
  });

  test("LIM-33: closes clients of the address that holds most, to bound the bytes", async () => {
    const accepted: Socket[] = [];
    server.on("connection", (socket) => accepted.push(socket));
    const ask = async (localAddress: string, bytes: number) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      opened.push(socket);
      socket.on("error", () => undefined).pause();
      await once(socket, "connect");
      socket.write(get(`/bytes/${bytes}`));
    };
    await ask("127.0.0.2", 30_000_000);
    await until(() => (accepted[0]?.writableLength ?? 0) > 0);
    await ask("127.0.0.3", 69_000_000);
    await until(() => connections.unreadCount === 1);
    await ask("127.0.0.3", 69_000_000);
    await until(() => connections.unreadCount === 2);
    assert.deepEqual(
      accepted.map(({ destroyed }) => destroyed),
      [false, true, true],
    );
    const client = await open(get("/"));
    await until(() => client.received().includes("served"));
  });

  test("LIM-32: drops a body in too many chunks before it is parsed", async () => {
    const codes: unknown[] = [];
    let chunks = 0;
    server.removeAllListeners("clientError").on("clientError", (error, socket) => {
      codes.push((error as NodeJS.ErrnoException).code);
      connections.refuse(socket as Socket, refusal);
    });
    server.removeAllListeners("request");
    connections.watch(server);
    server.on("request", (request) => request.on("data", () => (chunks += 1)));
    const head = "POST / HTTP/1.1\r\nHost: bank\r\nTransfer-Encoding: chunked\r\n\r\n";
    const client = await open(head);
    for (let count = 0; count < 200; count += 1) client.socket.write("1\r\nx\r\n".repeat(1_000));
    await until(() => client.received().includes("400 Bad Request"));
    await until(async () => (await openConnections()) === 0);
    assert.deepEqual(codes, [tooManyChunks]);
    assert.ok(chunks <= 256, `${chunks} chunks`);
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

  test("F13: tells clients of responses in flight at a hand-over to connect again", async (t) => {
    const client = await open(get("/held"));
    await until(() => held.length === 1);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    void connections.handOver();
    held[0]?.end("finished");
    await once(client.socket, "end");
    assert.match(client.received(), /Connection: close[\s\S]*finished/);
  });

  test("F13: closes every connection at the deadline", async (t) => {
    await open(get("/held"));
    await until(() => held.length === 1);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const closed = connections.close();
    t.mock.timers.tick(limits.closingMs);
    await closed;
    assert.equal(await openConnections(), 0);
  });
});
