import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { describe, test } from "node:test";
import type { CorePending } from "@varde/bank";
import { listenLocally, serveLocally } from "@varde/testkit/processes";
import { CoreBankCallFailed, createHttpCoreBank, type HttpCoreBankOptions } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

const open = (url: string, options: Partial<HttpCoreBankOptions> = {}) => {
  const opened = createHttpCoreBank({ url, ...options });
  return { ...opened, [Symbol.dispose]: opened.close };
};

const failure = async (promise: unknown): Promise<string> => {
  const error = await Promise.resolve(promise).then(
    () => assert.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert(error instanceof CoreBankCallFailed);
  return error.message;
};

/** A server that returns one body, whatever is asked. */
const serveText = (text: string, status = 200) =>
  serveLocally((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });

describe("a call of the core bank", () => {
  test("carries the id of a pending entry only if the bank has one", async () => {
    const entry = { amountMinor: -5n, currency: "NOK", since: 5 } as const;
    const lists = { remittance: [], references: [], bankReferences: [] };
    const pending = [
      { ...entry, ...lists, transactionId: "reserved-1" },
      { ...entry, ...lists },
    ] as unknown as readonly CorePending[];
    await using server = await serveLocally(
      portListener({ coreBank: { listPending: async () => pending } }),
    );
    using http = open(server.url);
    assert.deepEqual(await http.coreBank.listPending("w", "a"), pending);
  });

  test("carries amounts beyond the safe integers and leaves out what is undefined", async () => {
    const balances = {
      bookedMinor: 9_007_199_254_740_993n,
      expectedMinor: -1n,
      availableMinor: 0n,
      changedAt: 5,
    };
    let isUndefinedSeen = true;
    await using server = await serveLocally(
      portListener({
        coreBank: {
          readBalances: async () => balances,
          hasFunds: async (_world, _account, amountMinor) =>
            amountMinor === 900_719_925_474_099_301n,
        },
        psuDirectory: {
          mayUseAccount: (_world, _person, _account, under) => {
            isUndefinedSeen = "agreementId" in under && under.agreementId === undefined;
            return true;
          },
        },
      }),
    );
    using http = open(server.url);
    assert.deepEqual(await http.coreBank.readBalances("w", "a"), balances);
    assert.equal(await http.coreBank.hasFunds("w", "a", 900_719_925_474_099_301n, "NOK"), true);
    const under = { agreementId: undefined, context: "PRIVATE" } as const;
    assert.equal(await http.psuDirectory.mayUseAccount("w", "p", "a", under), true);
    assert.equal(isUndefinedSeen, true);
  });

  test("names the JSON pointer of a malformed response", async () => {
    const cases = [
      ['{"balances":{"bookedMinor":12}}', "/balances/"],
      ['{"balances":null}', "/balances"],
      ["[]", "its root"],
    ] as const;
    for (const [text, pointer] of cases) {
      await using server = await serveText(text);
      using http = open(server.url);
      const message = await failure(http.coreBank.readBalances("w", "a"));
      assert(message.startsWith(`readBalances: the response is malformed at ${pointer}`), message);
    }
    await using server = await serveText('{"a":1,"a":2}');
    using http = open(server.url);
    assert.match(await failure(http.coreBank.readBalances("w", "a")), /has the key "a" twice/);
  });

  test("repeats the core bank's explanation of a refusal, but not a long one", async () => {
    await using server = await serveText(JSON.stringify({ detail: "x".repeat(500) }), 503);
    using http = open(server.url);
    const message = await failure(http.coreBank.readBalances("w", "a"));
    assert.equal(message, `readBalances: the core bank returned 503: ${"x".repeat(200)}`);
  });

  test("stops reading a response that is too large", async () => {
    await using server = await serveLocally((_, response) => {
      response.on("error", () => {});
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    });
    using http = open(server.url, { responseBytesMax: 100_000 });
    assert.match(await failure(http.coreBank.readBalances("w", "a")), /more than 100000 bytes/);
  });

  test("ends after the time limit, before and while a response arrives", async () => {
    for (const start of ["", '{"balances":']) {
      await using server = await serveLocally((_, response) => {
        if (start !== "") response.write(start);
      });
      using http = open(server.url, { timeoutMs: 200 });
      assert.match(await failure(http.coreBank.readBalances("w", "a")), /within 200 ms/);
    }
  });

  test("says why nobody could be reached", async () => {
    const server = await serveText("{}");
    await server[Symbol.asyncDispose]();
    using http = open(server.url);
    assert.equal(await failure(http.coreBank.readBalances("w", "a")), "readBalances: ECONNREFUSED");
  });

  test("uses no more connections than allowed, and uses them again", async () => {
    const sockets = new Set<Socket>();
    const server = createServer(portListener({ coreBank: { countTransactions: async () => 7 } }));
    server.on("connection", (socket: Socket) => sockets.add(socket));
    await using listening = await listenLocally(server);
    using http = open(listening.url, { connections: 3 });
    const count = () => http.coreBank.countTransactions("w", "a", { from: "2026-01-01" });
    const counts = await Promise.all(Array.from({ length: 30 }, count));
    assert.deepEqual(new Set(counts), new Set([7]));
    assert(sockets.size <= 3, `${sockets.size} connections`);
  });

  test("is repeated when an idle connection was closed", async () => {
    let requests = 0;
    const body = '{"count":1}';
    // Responds once on each connection, and closes it when the next request arrives.
    const server = createTcpServer((socket) => {
      let isUsed = false;
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        if (!bytes.toString().startsWith("POST")) return;
        requests += 1;
        if (isUsed) {
          socket.destroy();
          return;
        }
        isUsed = true;
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      });
    });
    await using listening = await listenLocally(
      Object.assign(server, { closeAllConnections: () => {} }) as never,
    );
    using http = open(listening.url, { connections: 1 });
    await http.connect().catch(() => {});
    for (let at = 0; at < 3; at += 1) {
      assert.equal(await http.coreBank.countTransactions("w", "a", { from: "2026-01-01" }), 1);
    }
    assert(requests > 4, `${requests} requests`);
  });

  test("has the headers that the bank adds", async () => {
    const seen: unknown[] = [];
    await using server = await serveLocally((request, response) => {
      if (request.url === "/balances/read") seen.push(request.headers.traceparent);
      portListener({ coreBank: { readBalances: async () => undefined } })(request, response);
    });
    using http = open(server.url, { headers: () => ({ traceparent: "00-1-2-01" }) });
    assert.equal(await http.coreBank.readBalances("w", "a"), undefined);
    assert.deepEqual(seen, ["00-1-2-01"]);
  });
});

describe("the options of an HTTP core bank", () => {
  const refused = (options: HttpCoreBankOptions, message: RegExp) =>
    assert.throws(() => createHttpCoreBank(options), message);

  test("are refused with one sentence", () => {
    const url = "https://core.example/varde";
    const oauth = { tokenUrl: "https://login.example/token", clientId: "a", clientSecret: "b" };
    refused({ url: "ftp://core.example" }, /^ConfigurationRefused: url must be an https address/);
    refused({ url: "http://core.example", oauth }, /url must be an https address/);
    refused({ url }, /core\.example is on another machine; set tls or oauth/);
    refused({ url: `${url}?a=1`, oauth }, /must not contain a user, a query/);
    refused({ url, tls: { certificate: "a" } }, /both a certificate and a key/);
    refused({ url, oauth: { ...oauth, tokenUrl: "http://login.example" } }, /oauth\.tokenUrl must/);
    refused({ url, oauth, timeoutMs: 0 }, /timeoutMs must be a whole number above 0/);
    const outcomes = { mode: "push", secrets: ["short"] } as const;
    refused({ url, oauth, outcomes }, /needs a secret of 32 characters or more/);
  });
});
