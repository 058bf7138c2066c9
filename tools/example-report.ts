import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataSet } from "@varde/sandbox";
import { spawnSandbox } from "@varde/testkit/processes";
import { mutantEnvironment } from "./mutate/mutant.ts";
import { mutants } from "./mutate/mutants/index.ts";
import { root } from "./source/list-files.ts";

// Writes the report that the guide "Check a bank" shows: npm run example-report. The bank differs
// in every setting and has one fault, so that the page has a failure and a twin.

const page = join(root, "docs/guides/check-a-bank-report.html");
const { kari, ola } = dataSet.people;
const fault = mutants.find(({ rule }) => rule === "BSK-10");
if (fault === undefined) throw new Error("There is no mutant of BSK-10.");

const folder = mkdtempSync(join(tmpdir(), "varde-report-"));
try {
  await using bank = spawnSandbox({
    ...mutantEnvironment(fault),
    VARDE_DATA: join(folder, "data"),
    VARDE_CONFIG: "every-difference",
  });
  const origin = new URL(await bank.ready).origin;
  const tpp = join(folder, "tpp");
  await runVarde(["tpp", "new", "--tpp", tpp, "--bank", origin]);
  const file = join(folder, "bank.json");
  const checked = {
    bank: `${origin}/api`,
    certificate: join(tpp, "certificate.pem"),
    key: join(tpp, "key.pem"),
    sca: { varde: { customer: kari.customerNumber } },
    debtor: { bban: kari.current.bban },
    creditor: { bban: ola.current.bban, name: ola.name },
  };
  writeFileSync(file, JSON.stringify(checked));
  rmSync(page, { force: true });
  await runVarde(["check-bank", file, "--only", "VAR,HDR,BSK", "--html", page], 1);
  console.log(`Wrote ${page}.`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs a command, which must end with this code. */
async function runVarde(words: readonly string[], expected = 0): Promise<void> {
  const { code, output, errors } = await spawnSandbox({}, { words }).ended;
  if (code !== expected) throw new Error(`varde ${words.join(" ")}: ${output}\n${errors}`);
}
