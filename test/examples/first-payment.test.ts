import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";

const script = fileURLToPath(new URL("../../examples/first-payment.mjs", import.meta.url));
const { customerNumber } = dataSet.people.kari;

describe("the first payment by hand", { concurrency: true }, () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

  /** Runs the script to its end, with somebody at the link it prints. */
  const run = async (decide: (link: string) => Promise<unknown>) => {
    const { PATH } = process.env;
    const environment = { PATH, VARDE_BANK: bank.addresses.http };
    const child = spawn(process.execPath, [script], { env: environment });
    const ended = once(child, "close");
    let output = "";
    let decision: Promise<unknown> | undefined;
    for await (const text of child.stdout.setEncoding("utf8")) {
      output += text;
      const link = /approve:\n\s+(\S+)\n/.exec(output)?.[1];
      if (link !== undefined) decision ??= decide(link);
    }
    await decision;
    const [code] = await ended;
    return { code, lastLine: output.trimEnd().split("\n").at(-1) };
  };

  test("ends when the money has moved", async () => {
    const ending = await run((link) => bank.sca.approve(link, customerNumber));
    assert.deepEqual(ending, { code: 0, lastLine: "The money has moved." });
  });

  test("ends when the PSU refuses", async () => {
    const ending = await run((link) => bank.sca.refuse(link, customerNumber));
    const lastLine = "The SCA failed, and the payment stays RCVD.";
    assert.deepEqual(ending, { code: 1, lastLine });
  });
});
