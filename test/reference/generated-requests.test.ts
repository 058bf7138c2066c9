import assert from "node:assert/strict";
import { test } from "node:test";
import { operationList } from "@varde/protocol";
import { buildOpenApi, startBank } from "@varde/sandbox";
import { GeneratedRequests } from "@varde/testkit/generated";

const perOperation = 200;
const seed = 19;

test("made-up requests get no 5xx, and only answers the OpenAPI document knows", async (t) => {
  const bank = await startBank();
  t.after(() => bank.close());
  const generated = await GeneratedRequests.prepare(bank, buildOpenApi(), seed);
  const { requests, faults, byStatus, succeeded } = await generated.run(perOperation);
  assert.deepEqual(faults.slice(0, 5), [], `${faults.length} of ${requests}`);
  assert.equal(requests, operationList.length * perOperation);
  // A run in which hardly anything gets past the checks would show nothing.
  const never = operationList.map(({ id }) => id).filter((id) => !succeeded.has(id));
  t.diagnostic(`${JSON.stringify(byStatus)}; never succeeded: ${never.join(", ")}`);
  assert(succeeded.size > operationList.length * 0.9, `never succeeded: ${never.join(", ")}`);
});
