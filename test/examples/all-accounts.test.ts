import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startBanks, type TestBank } from "@varde/sandbox";
import { makePooledRsaKeys } from "@varde/testkit/keys";
import { commandOf, missingPrograms } from "@varde/testkit/processes";

const file = fileURLToPath(new URL("../../examples/all-accounts.ts", import.meta.url));
const options = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"];

/** Runs the example, and approves each link as Kari at the bank that it leads to. */
const runExample = async (banks: readonly TestBank[], addresses: readonly string[]) => {
  const child = spawn(commandOf("node"), [...options, file], {
    env: { PATH: process.env.PATH, VARDE_BANKS: addresses.join(",") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const approved = new Set<string>();
  for await (const text of child.stdout.setEncoding("utf8")) {
    output += text;
    for (const [, link = ""] of output.matchAll(/approve:\n\s+(\S+)\n/g)) {
      const bank = banks.find(({ addresses: { http } }) => link.startsWith(http));
      if (bank === undefined || approved.has(link)) continue;
      approved.add(link);
      await fetch(await bank.sca.approve(link, bank.dataSet.people.kari.customerNumber));
    }
  }
  const [code] = await closed;
  return { code, output, approvals: approved.size };
};

const formatMinor = (minor: bigint): string => (Number(minor) / 100).toFixed(2);

describe("the example that shows accounts of several banks", () => {
  const skip = missingPrograms(["openssl"]);

  test("shows all of one person's accounts, with their sum", { skip }, async () => {
    const banks = await startBanks(3, { makeRsaKeyPair: makePooledRsaKeys });
    const { code, output, approvals } = await runExample(
      banks,
      banks.map(({ addresses }) => addresses.http),
    );
    assert.equal(code, 0, output);
    assert.equal(approvals, 3);
    const accounts = banks.flatMap(({ dataSet: { people } }) => [
      people.kari.current,
      people.kari.savings,
    ]);
    for (const { bban, balanceMinor } of accounts) {
      assert.match(output, new RegExp(`${bban} .* ${formatMinor(balanceMinor)} NOK`));
    }
    const sum = accounts.reduce((minor, { balanceMinor }) => minor + balanceMinor, 0n);
    assert.match(output, new RegExp(`Sum at 3 of 3 banks: ${formatMinor(sum)} NOK\n$`));
    await Promise.all(banks.map((bank) => bank.close()));
  });

  test("shows the accounts of the other banks if one does not respond", { skip }, async () => {
    const banks = await startBanks(2, { makeRsaKeyPair: makePooledRsaKeys });
    const addresses = banks.map((bank) => bank.addresses.http);
    await banks[1].close();
    const { code, output } = await runExample(banks, addresses);
    assert.equal(code, 1, output);
    assert.match(output, new RegExp(`${banks[0].dataSet.people.kari.savings.bban} `));
    assert.match(output, new RegExp(`${addresses[1]}.*missing: `));
    assert.match(output, /Sum at 1 of 2 banks: /);
    await banks[0].close();
  });
});
