import { parseArgs } from "node:util";
import { startBank } from "@varde/sandbox";
import { buildOpenApi } from "@varde/sandbox/reference";
import { GeneratedRequests } from "@varde/testkit/generated";

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string" } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const progressMs = 10_000;
const startedAt = Date.now();
const secondsSince = (): number => Math.round((Date.now() - startedAt) / 1000);

/** Prints a line every ten seconds: an hour without output looks like a hang. */
const printProgress = (() => {
  let printedAt = startedAt;
  return (sent: number, faults: number): void => {
    if (Date.now() - printedAt < progressMs) return;
    printedAt = Date.now();
    const left = Math.round((secondsSince() / sent) * (count - sent));
    const percent = Math.floor((sent / count) * 100);
    console.log(`  ${sent} of ${count} (${percent} %), ${faults} faults, about ${left} s left`);
  };
})();

// Sends many more requests than the tests do. The seed is printed, so that a run can be repeated.
const bank = await startBank();
try {
  console.log(`${count} requests for each operation, seed ${seed}`);
  const generated = await GeneratedRequests.prepare(bank, buildOpenApi(), seed);
  const { requests, byStatus, succeeded, operations, faults } = await generated.run(
    count,
    printProgress,
  );
  for (const fault of faults.slice(0, 20)) console.error(fault);
  const statuses = Object.entries(byStatus).map(([status, times]) => `${status}: ${times}`);
  console.log(`responses by status: ${statuses.join(", ")}`);
  console.log(
    `${requests} requests in ${secondsSince()} s; ${succeeded.size} of ${operations} operations ` +
      `succeeded at least once; ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await bank.close();
}
