import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BankReport, bankChecks, runChecks } from "@varde/conformance";
import { aWholeBank, everythingAllowed } from "@varde/testkit/conformance";
import { freePort, spawnSandbox } from "@varde/testkit/processes";
import { type Mutant, mutantEnvironment, type Verdict } from "../mutant.ts";

/**
 * Finds out whether the kit notices a mutant in the bank that it checks. The bank is a process of
 * its own, so the kit's own code is not mutated. The checks that name the rule run first; all
 * others only if these pass, because they take much longer.
 */
export async function judgeWithKit(mutant: Mutant): Promise<Verdict> {
  const named = bankChecks
    .filter(({ rules, shouldRules = [] }) => [...rules, ...shouldRules].includes(mutant.rule))
    .map(({ id }) => id);
  const found = named.length > 0 ? findFault(await checkMutated(mutant, named)) : undefined;
  if (found !== undefined) return { kind: "killed", by: found };
  const other = findFault(await checkMutated(mutant));
  if (other === undefined) return { kind: "survived" };
  // A check of another rule can also fail by chance, on a busy machine: it must fail twice.
  const again = findFault(await checkMutated(mutant, [other]));
  return again === undefined
    ? { kind: "undecided", reason: `${other} failed only once` }
    : { kind: "killed", by: again };
}

/** Runs checks, or all of them, against a new sandbox with the mutant. */
async function checkMutated(mutant: Mutant, only?: readonly string[]): Promise<BankReport> {
  const folder = await mkdtemp(join(tmpdir(), "varde-kit-"));
  try {
    const httpsPort = await freePort();
    await using sandbox = spawnSandbox({
      ...mutantEnvironment(mutant),
      VARDE_DATA: join(folder, "data"),
      VARDE_LOG: "none",
      HTTPS_PORT: String(httpsPort),
      NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
    });
    const address = new URL(`https://127.0.0.1:${httpsPort}`);
    const bank = await aWholeBank(await sandbox.ready, { address });
    return await runChecks(bankChecks, bank, { ...everythingAllowed, strict: true, only });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the first check that shows that the bank is not as it was. */
const findFault = ({ checks }: BankReport): string | undefined =>
  checks.find(
    ({ group, result }) =>
      result === "failed" ||
      result === "variant" ||
      // If a gate is not proven, the bank cannot be checked, and the run fails.
      (group === "GATE" && result === "not proven"),
  )?.id;
