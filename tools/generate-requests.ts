import { parseArgs } from "node:util";
import { buildOpenApi, startBank } from "@varde/sandbox";
import { GeneratedRequests } from "../test/support/generated/generated-requests.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string" } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

// Many more requests than the tests send, from a seed that is printed for a second time.
const bank = await startBank();
try {
  console.log(`${count} requests for each operation, seed ${seed}`);
  const generated = await GeneratedRequests.prepare(bank, buildOpenApi(), seed);
  const { requests, byStatus, succeeded, operations, faults } = await generated.run(count);
  console.log(`${requests} requests, ${succeeded.size} of ${operations} operations succeeded`);
  console.log(byStatus);
  for (const fault of faults.slice(0, 20)) console.error(fault);
  console.log(`${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await bank.close();
}
