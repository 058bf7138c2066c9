import assert from "node:assert/strict";
import { createServer as createTlsServer } from "node:https";
import { describe, test } from "node:test";
import { formatCertificatePem, subjectAltNameExtension } from "@varde/protocol";
import { listenLocally, serveLocally } from "@varde/testkit/processes";
import { TestAuthority } from "@varde/testkit/tpp";
import { createHttpCoreBank } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

const noBalances = portListener({ coreBank: { readBalances: async () => undefined } });

describe("OAuth client credentials", () => {
  /** A token endpoint and a core bank that accepts only its last token. */
  const start = async (lifetimeSeconds: number) => {
    const state = { tokens: 0, now: 1_000_000, isDown: false, calls: [] as (string | undefined)[] };
    const server = await serveLocally((request, response) => {
      if (request.url !== "/token") {
        const { authorization } = request.headers;
        if (request.url === "/balances/read") state.calls.push(authorization);
        if (authorization === `Bearer token-${state.tokens}`) noBalances(request, response);
        else response.writeHead(401).end();
        return;
      }
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () => {
        if (state.isDown) {
          response.writeHead(500).end();
          return;
        }
        const credentials = Buffer.from("bank:a+b%3A").toString("base64");
        assert.equal(request.headers.authorization, `Basic ${credentials}`);
        assert.equal(body, "grant_type=client_credentials&scope=core");
        state.tokens += 1;
        const token = { access_token: `token-${state.tokens}`, token_type: "Bearer" };
        response.end(JSON.stringify({ ...token, expires_in: lifetimeSeconds }));
      });
    });
    const http = createHttpCoreBank({
      url: server.url,
      oauth: {
        tokenUrl: `${server.url}/token`,
        clientId: "bank",
        clientSecret: "a b:",
        scope: "core",
      },
      now: () => state.now,
    });
    await http.connect();
    const read = () => http.coreBank.readBalances("w", "a");
    return {
      state,
      read,
      [Symbol.asyncDispose]: async () => {
        http.close();
        await server[Symbol.asyncDispose]();
      },
    };
  };

  test("requests one token for concurrent calls, and uses it until it is due", async () => {
    await using bank = await start(100);
    await Promise.all(Array.from({ length: 10 }, bank.read));
    assert.equal(bank.state.tokens, 1);
  });

  test("renews the token ahead, when four fifths of its lifetime are over", async () => {
    await using bank = await start(100);
    await bank.read();
    bank.state.now += 79_000;
    await bank.read();
    assert.equal(bank.state.tokens, 1);
    bank.state.now += 1_000;
    await bank.read();
    // The call uses the old token; the renewal runs beside it.
    for (let calls = 0; calls < 500 && bank.state.tokens < 2; calls += 1) await bank.read();
    assert.equal(bank.state.tokens, 2);
  });

  test("requests one token for concurrent calls after the old one has expired", async () => {
    await using bank = await start(100);
    bank.state.now += 100_000;
    await Promise.all(Array.from({ length: 10 }, bank.read));
    assert.equal(bank.state.tokens, 2);
  });

  test("uses the old token while a renewal fails, and requests a new one after 401", async () => {
    await using bank = await start(100);
    bank.state.now += 90_000;
    bank.state.isDown = true;
    await bank.read();
    assert.equal(bank.state.tokens, 1);
    bank.state.now += 10_000;
    await assert.rejects(bank.read(), /readBalances: the token endpoint returned 500/);
    bank.state.isDown = false;
    await bank.read();
    assert.equal(bank.state.tokens, 2);
    // Another process of the core bank withdrew the token.
    bank.state.tokens = 7;
    bank.state.calls.length = 0;
    await bank.read();
    assert.deepEqual(bank.state.calls, ["Bearer token-2", "Bearer token-8"]);
  });
});

describe("mutual TLS", () => {
  const authority = new TestAuthority();
  const name = [["2.5.4.3", "core bank"]] as const;
  const moreExtensions = [subjectAltNameExtension(["127.0.0.1"])];
  const issue = () => authority.issue({ subject: name, moreExtensions });
  const pemOf = ({ certificate }: TestAuthority) => formatCertificatePem(certificate.der);

  test("shows the bank's certificate, and accepts only a core bank of the authority", async () => {
    const core = issue();
    const client = issue();
    const stranger = new TestAuthority().issue({ subject: name });
    const names: unknown[] = [];
    const server = createTlsServer(
      {
        cert: core.certificatePem,
        key: core.privateKeyPem,
        ca: pemOf(authority),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (request, response) => {
        names.push(Reflect.get(request.socket, "authorized"));
        noBalances(request, response);
      },
    );
    server.on("tlsClientError", () => {});
    await using listening = await listenLocally(server, "https");
    const open = (tls: { certificate: string; key: string; authorities?: string }) =>
      createHttpCoreBank({ url: listening.url, tls });
    const tls = (identity: typeof client, authorities = pemOf(authority)) => ({
      certificate: identity.certificatePem,
      key: identity.privateKeyPem,
      authorities,
    });
    const known = open(tls(client));
    await known.coreBank.readBalances("w", "a").finally(known.close);
    assert.equal(names[0], true);
    const unknown = open(tls(stranger));
    await assert.rejects(unknown.connect().finally(unknown.close));
    const elsewhere = open(tls(client, pemOf(new TestAuthority())));
    await assert.rejects(elsewhere.connect().finally(elsewhere.close), /CERT|SIGNATURE/);
  });
});
