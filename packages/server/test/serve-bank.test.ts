import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, get } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { signWebhook } from "@varde/core-bank-http";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { callHeaders } from "@varde/testkit/psu";
import { ServerFolder } from "@varde/testkit/server";
import { RawTpp, TestAuthority } from "@varde/testkit/tpp";
import { loadServerSettings } from "../src/index.ts";
import { serveBank } from "../src/serve-bank.ts";
import { startServer } from "../src/start-server.ts";

const request = {
  path: ndct,
  body: aPayment(),
  headers: {
    ...callHeaders(),
    "PSU-Context": "PRIVATE",
  },
};

describe("a bank in production from a configuration file", () => {
  test("serves TPPs of its register over http and https, and no sandbox operation", async () => {
    using folder = new ServerFolder();
    const seal = new TestAuthority().issue();
    folder.write("tls.key", seal.privateKeyPem);
    folder.write("tls.pem", seal.certificatePem);
    const tls = { key: { file: "tls.key" }, certificate: "tls.pem", port: 0 };
    const lines: string[] = [];
    const loaded = loadServerSettings(folder.configure({ tls }), {});
    const bank = await serveBank(loaded, { logTo: { write: (line) => void lines.push(line) } });
    try {
      const { http = "", https = "" } = bank.addresses;
      const tpp = new RawTpp(http, folder.tpp);
      const created = await tpp.send(request);
      assert.equal(created.status, 201, JSON.stringify(created.json));
      assert.match(created.json._links.scaRedirect.href, /^https:\/\/openbanking\.fjordbanken/);
      const unknown = await new RawTpp(http, new TestAuthority("Other CA").issue()).send(request);
      assert.equal(unknown.json.tppMessages[0].path, "TPP-Signature-Certificate");
      assert.equal((await fetch(`${http}/control/v1/worlds`)).status, 404);
      assert.equal((await fetch(`${http}/docs`)).status, 404);
      assert.equal(await readStatus(`${https}/health/live`), 200);
    } finally {
      await bank.close();
    }
    assert(lines.some((line) => JSON.parse(line).operation === "createPayment"));
  });

  test("refuses a database that lacks migrations unless it may migrate", async () => {
    await using database = await freshDatabase();
    using folder = new ServerFolder();
    const settings = { dataFolder: undefined, databaseUrl: { env: "BANK_DATABASE" } };
    const environment = { BANK_DATABASE: database.url };
    const start = async (more: object) =>
      startServer(loadServerSettings(folder.configure({ ...settings, ...more }), environment));
    await assert.rejects(start({}), /varde migrate --production/);
    const { addresses, close } = await start({ migrate: true });
    assert.equal((await fetch(`${addresses.http}/health/ready`)).status, 200);
    await close();
  });

  test("collects outcomes after a signed webhook of the core bank only", async () => {
    using folder = new ServerFolder();
    const secret = "0123456789abcdef0123456789abcdef";
    folder.write("webhook", secret);
    const without = "({ coreBank: _, psuDirectory: __, ...ports }) => ports);";
    folder.write("others.mjs", folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`));
    const calls: string[] = [];
    const core = createServer((received, response) => {
      calls.push(received.url ?? "");
      response.writeHead(500).end();
    }).listen(0, "127.0.0.1");
    await once(core, "listening");
    const { port } = core.address() as AddressInfo;
    const coreBank = { url: `http://127.0.0.1:${port}/v1`, webhookSecret: { file: "webhook" } };
    const settings = { module: "others.mjs", coreBank };
    const server = await startServer(loadServerSettings(folder.configure(settings), {}));
    try {
      const send = async (headers: Readonly<Record<string, string>>) => {
        const url = `${server.addresses.http}/core-bank/outcomes`;
        return (await fetch(url, { method: "POST", body, headers })).status;
      };
      const body = JSON.stringify({ worldId: "other-world" });
      assert.equal(await send({}), 401);
      // The core bank of this test fails, so the webhook has to be sent again later.
      assert.equal(await send(signWebhook(secret, body, Date.now())), 503);
      assert(
        calls.some((path) => path.includes("outcomes")),
        calls.join(),
      );
    } finally {
      await server.close();
      core.close();
    }
  });

  test("says which port is in use", async () => {
    using folder = new ServerFolder();
    const { addresses, close } = await startServer(loadServerSettings(folder.configure(), {}));
    const { port } = new URL(addresses.http ?? "");
    const second = folder.configure({ port: Number(port), dataFolder: "other" });
    await assert.rejects(
      startServer(loadServerSettings(second, {})),
      /is in use; stop that process/,
    );
    await close();
  });
});

const readStatus = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ rejectUnauthorized: false });
    get(url, { agent }, (response) => {
      resolve(response.resume().statusCode);
      agent.destroy();
    }).once("error", reject);
  });
