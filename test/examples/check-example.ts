import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { dataSet } from "@varde/sandbox";

const { kari, ola } = dataSet.people;

/** Starts a core bank on a free port, checks it, and returns the rules that did not pass. */
export const checkExample = async (
  command: string,
  words: readonly string[],
): Promise<readonly (readonly [string, string | undefined])[]> => {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
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
    assert.equal(errors, "");
    const others = reports.filter(({ result }) => result !== "passed");
    return others.map(({ id, seen }) => [id, seen]);
  } finally {
    child.kill();
    await ended;
  }
};

/** The only rule that an example without TLS does not pass. */
export const onlySkipped = [
  ["HTTP-12", "the check has no certificate and no client of its own"],
] as const;
