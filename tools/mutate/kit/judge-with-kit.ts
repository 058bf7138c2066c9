import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bankChecks, type CheckReport, runChecks } from "@varde/conformance";
import { aWholeBank, everythingAllowed } from "@varde/testkit/conformance";
import { freePort, spawnSandbox } from "@varde/testkit/processes";
import { type Mutant, mutantEnvironment, type Verdict } from "../mutant.ts";

/**
 * Finds out whether the kit notices a mutant in the bank that it checks. The bank is a process of
 * its own, so the kit's own code is not mutated. The check that found it before runs first, then
 * those that name the rule, then all, because these take much longer.
 */
export async function judgeWithKit(mutant: Mutant, before?: string): Promise<Verdict> {
  const named = bankChecks
    .filter(({ rules, shouldRules = [] }) => [...rules, ...shouldRules].includes(mutant.rule))
    .map(({ id }) => id);
  const rest = named.filter((id) => id !== before);
  const first = before === undefined ? [] : [before];
  for (const only of [first, rest, undefined]) {
    const found = only?.length === 0 ? undefined : await findFault(mutant, only);
    if (found === undefined) continue;
    // A check of another rule can also fail by chance, on a busy machine: it must fail twice.
    const isCertain = named.includes(found) || (await findFault(mutant, [found])) !== undefined;
    return isCertain
      ? { kind: "killed", by: found }
      : { kind: "undecided", reason: `${found} failed only once` };
  }
  return { kind: "survived" };
}

/**
 * Runs checks, or all of them, against a new sandbox with the mutant, until one shows that the bank
 * is not as it was. Returns this check.
 */
async function findFault(mutant: Mutant, only?: readonly string[]): Promise<string | undefined> {
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
    const enough = new AbortController();
    const options = { ...everythingAllowed, strict: true, only, signal: enough.signal };
    const { checks } = await runChecks(bankChecks, bank, options, {
      onReport: (report) => {
        if (isFault(report)) enough.abort();
      },
    });
    return checks.find(isFault)?.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isFault = ({ group, result }: CheckReport): boolean =>
  result === "failed" ||
  result === "variant" ||
  // If a gate is not proven, the bank cannot be checked, and the run fails.
  (group === "GATE" && result === "not proven");
