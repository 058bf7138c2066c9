import assert from "node:assert/strict";
import { test } from "node:test";
import { operationList } from "@varde/protocol";
import { startBank } from "@varde/sandbox";
import { buildOpenApi } from "@varde/sandbox/reference";
import { GeneratedRequests } from "@varde/testkit/generated";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { acceptCheapSignatures, signCheaply } from "@varde/testkit/signers";

const rounds = atScale({ slice: 1, long: 100 });
const perOperation = atScale({ slice: 60, long: 200 });
// In a slice, no basket may have been created, so that seven operations cannot succeed.
const leastShare = atScale({ slice: 0.75, long: 0.9 });

test("generated requests get no 5xx, and only responses that the OpenAPI document describes", (t) =>
  runRounds("generated requests", rounds, async ({ seed }) => {
    const bank = await startBank();
    const restore = acceptCheapSignatures();
    try {
      const generated = await GeneratedRequests.prepare(bank, buildOpenApi(), seed);
      generated.signWith(signCheaply);
      const { requests, faults, byStatus, succeeded } = await generated.run(perOperation);
      assert.deepEqual(faults.slice(0, 5), [], `${faults.length} of ${requests}`);
      assert.equal(requests, operationList.length * perOperation);
      // A run in which hardly any request passes the checks would prove nothing.
      const never = operationList.map(({ id }) => id).filter((id) => !succeeded.has(id));
      t.diagnostic(`${JSON.stringify(byStatus)}; never succeeded: ${never.join(", ")}`);
      assert(
        succeeded.size > operationList.length * leastShare,
        `never succeeded: ${never.join(", ")}`,
      );
    } finally {
      restore();
      await bank.close();
    }
  }));
