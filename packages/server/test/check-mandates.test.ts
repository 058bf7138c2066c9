import assert from "node:assert/strict";
import { test } from "node:test";
import type { SigningMandates } from "@varde/bank";
import { serveLocally } from "@varde/testkit/processes";
import { ServerFolder, startRecordedCoreBank } from "@varde/testkit/server";
import { loadServerSettings } from "../src/index.ts";
import { checkMandates } from "../src/ports/open-ports.ts";
import { startServer } from "../src/start-server.ts";

const bankWith = (decide: SigningMandates["decide"]) => ({
  bank: { signingMandates: { decide, listSigners: async () => [] } },
});

test("MAN-18: a bank whose mandates cannot be asked does not start", async () => {
  const failing = bankWith(() => Promise.reject(new Error("ECONNREFUSED")));
  await assert.rejects(checkMandates(failing), {
    name: "ConfigurationRefused",
    message: /signingMandates must decide an empty list .* ECONNREFUSED/,
  });
});

test("MAN-18: asks once, with an empty list, and only a bank that has mandates", async () => {
  const asked: unknown[] = [];
  await checkMandates(
    bankWith(async (requests) => {
      asked.push(requests);
      return [];
    }),
  );
  assert.deepEqual(asked, [[]]);
  await checkMandates({ bank: {} });
});

/** Starts a bank whose core bank is behind HTTP, and closes it again. */
const start = async (coreBank: Readonly<Record<string, unknown>>, module = "others.mjs") => {
  using folder = new ServerFolder();
  const without = "({ coreBank: _, psuDirectory: __, ...ports }) => ports);";
  const mandates = "(ports) => ({ ...ports, signingMandates: {} }));";
  const others = folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`);
  folder.write("others.mjs", others);
  folder.write("both.mjs", others.replace(/;$/, `.then(${mandates}`));
  const loaded = loadServerSettings(folder.configure({ module, coreBank }), {});
  await (await startServer(loaded)).close();
};

test("MAN-22: coreBank.mandates makes the core bank decide, and it is off by default", async () => {
  await using core = await startRecordedCoreBank();
  const asked = () => core.calls.filter(({ path }) => path === "/v1/signings/decide").length;
  await start({ url: core.url });
  assert.equal(asked(), 0);
  await start({ url: core.url, mandates: true });
  assert.equal(asked(), 1);
  await assert.rejects(
    start({ url: core.url, mandates: true }, "both.mjs"),
    /coreBank supplies the port signingMandates, and so does module/,
  );
});

test("MAN-18: a bank does not start if its core bank lacks the mandates", async () => {
  await using core = await serveLocally((received, response) => {
    received.resume();
    response.writeHead(404).end("{}");
  });
  await assert.rejects(start({ url: core.url, mandates: true }), {
    name: "ConfigurationRefused",
    message:
      "The port signingMandates must decide an empty list of requests at the start: " +
      "decideSignings: the core bank returned 404.",
  });
  await start({ url: core.url });
});
