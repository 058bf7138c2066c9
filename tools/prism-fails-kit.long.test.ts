import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import { aBankToCheck } from "@varde/testkit/conformance";
import { atScale } from "@varde/testkit/rounds";
import { TestAuthority, tppName } from "@varde/testkit/tpp";
import { startPeer } from "../bench/servers/start-peers.ts";

/** Checks of what a schema cannot say. A mock that only knows the schemas fails each of them. */
const beyondSchemas = [
  "sig-wrong",
  "sig-body-changed",
  "sig-date-late",
  "sig-psu-changed",
  "bod-amount-digits",
  "bod-both-remittances",
  "ais-401",
];

/** Prism is downloaded the first time, with the other peers of the bench. */
const skip = atScale<string | false>({ slice: "it downloads Prism", long: false });

test("a mock that was made from the OpenAPI document fails the kit", { skip }, async () => {
  const tpp = new TestAuthority("Kit CA").issue({ subject: tppName("Kit", "310000018") });
  const { server } = await startPeer("Prism");
  try {
    const bank = aBankToCheck(
      { addresses: { http: `http://127.0.0.1:${server.port}` }, tpp },
      // Nobody can complete an SCA at a mock, so the file names a PSU who has.
      { sca: undefined, psu: { id: randomUUID(), session: randomUUID() } },
    );
    const { checks, counts } = await runChecks(bankChecks, bank, {});
    const gates = checks.filter(({ group }) => group === "GATE");
    assert.deepEqual(
      gates.map(({ id, result, seen }) => `${id} ${result} ${seen}`.trim()),
      [
        "gate-reach passed",
        "gate-signature passed",
        "gate-sca passed the file names the PSU",
        "gate-payment passed",
      ],
    );
    const failed = checks.filter(({ result }) => result === "failed").map(({ id }) => id);
    assert.deepEqual(
      beyondSchemas.filter((id) => !failed.includes(id)),
      [],
      `failed: ${failed.join(", ")}`,
    );
    assert.ok(counts.failed > beyondSchemas.length, `${counts.failed} checks failed`);
  } finally {
    await server.stop();
  }
});
