import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { dataSet } from "@varde/sandbox";
import { commandOf, missingPrograms } from "@varde/testkit/processes";

const { kari, ola } = dataSet.people;
const script = fileURLToPath(
  new URL("../../examples/core-bank-adapter/core-bank.py", import.meta.url),
);

test("the adapter in Python passes the check of a core bank", {
  skip: missingPrograms(["python"]),
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-python-"));
  const words = [script, "--port", "0", "--database", join(folder, "core-bank.sqlite")];
  const child = spawn(commandOf("python"), words, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  try {
    const [line] = await Promise.race([
      once(child.stdout.setEncoding("utf8"), "data"),
      ended.then(() => assert.fail(errors)),
    ]);
    const [, url = ""] = /Contract +(\S+)/.exec(String(line)) ?? [];
    const reports = await checkCoreBank(
      { url, timeoutMs: 60_000 },
      {
        worldId: "bank",
        debtorBban: kari.current.bban,
        creditorBban: ola.current.bban,
        otherBankBban: dataSet.payees.power.bban,
        rejectingBban: dataSet.magicAccounts[0]?.bban ?? "",
        customerNumber: kari.customerNumber,
        otherCustomerNumber: ola.customerNumber,
      },
    );
    const others = reports.filter(({ result }) => result !== "passed");
    assert.deepEqual(
      others.map(({ id, seen }) => [id, seen]),
      [["HTTP-12", "the check has no certificate and no client of its own"]],
      errors,
    );
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
