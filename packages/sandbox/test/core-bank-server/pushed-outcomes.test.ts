import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { test } from "node:test";
import { anInstruction } from "@varde/bank/contracts";
import { createHttpCoreBank } from "@varde/core-bank-http";
import { dataSet } from "@varde/sandbox";
import { startCoreBank } from "@varde/sandbox/core-bank";
import { serveLocally } from "@varde/testkit/processes";

const secret = "a secret of thirty-two characters";

const paymentToAnotherBank = anInstruction({
  worldId: "bank",
  route: "clearing",
  debtorAccountId: dataSet.people.kari.current.accountId,
  creditor: dataSet.payees.power,
  executionDate: "2026-01-05",
});

test("a core bank that pushes makes the bank collect outcomes without asking", async () => {
  let listener: RequestListener | undefined;
  let refusals = 1;
  await using webhook = await serveLocally((request, response) => {
    // The first webhook is lost, so the core bank has to send it again.
    if (refusals > 0 || listener === undefined) {
      refusals -= 1;
      request.resume();
      response.writeHead(503).end();
    } else {
      listener(request, response);
    }
  });
  const failures: string[] = [];
  const core = await startCoreBank({
    location: { engine: "sqlite", memory: true },
    host: "127.0.0.1",
    port: 0,
    clearingMs: 20,
    pushTo: { url: webhook.url, secret, worldId: "bank" },
    onFailure: (what, error) => failures.push(`${what}: ${(error as Error).message}`),
  });
  const http = createHttpCoreBank({
    url: core.url,
    outcomes: { mode: "push", secrets: [secret] },
  });
  const { coreBank, receiveOutcomes } = http;
  try {
    assert(receiveOutcomes !== undefined);
    // After an empty list the bank does not ask again by itself.
    assert.deepEqual(await coreBank.listOutcomes("bank", 10), []);
    const collected = new Promise<readonly unknown[]>((resolve) => {
      listener = receiveOutcomes(async (worldId) => {
        const listed = await coreBank.listOutcomes(worldId, 10);
        await coreBank.acknowledgeOutcomes(worldId, listed);
        resolve([worldId, listed.length, listed[0]?.outcome.kind]);
      });
    });
    const [sent] = await coreBank.submitAll([paymentToAnotherBank], Date.now());
    assert.deepEqual(sent, { kind: "sent" });
    assert.deepEqual(await collected, ["bank", 1, "settled"]);
    assert.deepEqual(failures, ["webhook: the bank returned 503 to the webhook"]);
  } finally {
    http.close();
    await core.close();
  }
});
