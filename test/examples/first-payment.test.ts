import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { commandOf, missingPrograms, type ProgramName } from "@varde/testkit/processes";

interface Example {
  readonly file: string;
  readonly interpreter: ProgramName;
  readonly options?: readonly string[];
  readonly needs: readonly ProgramName[];
}

const examples: readonly Example[] = [
  {
    file: "first-payment.ts",
    interpreter: "node",
    options: ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"],
    needs: ["openssl"],
  },
  { file: "first-payment.mjs", interpreter: "node", needs: ["openssl"] },
  { file: "first-payment.py", interpreter: "python", needs: ["openssl"] },
  { file: "FirstPayment.java", interpreter: "java", needs: [] },
  { file: "first-payment.sh", interpreter: "shell", needs: ["curl", "openssl"] },
];

const folder = new URL("../../examples/", import.meta.url);
const { customerNumber } = dataSet.people.kari;

describe("the first-payment examples", { concurrency: true }, () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

  /** Runs an example to its end and decides, as the PSU, about the link that it prints. */
  const run = async (example: Example, decide: (link: string) => Promise<unknown>) => {
    const { file, interpreter, options = [] } = example;
    const { PATH } = process.env;
    const child = spawn(
      commandOf(interpreter),
      [...options, fileURLToPath(new URL(file, folder))],
      { env: { PATH, VARDE_BANK: bank.addresses.http }, stdio: ["ignore", "pipe", "pipe"] },
    );
    const closed = once(child, "close");
    let output = "";
    let decision: Promise<unknown> | undefined;
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    for await (const text of child.stdout.setEncoding("utf8")) {
      output += text;
      const link = /approve:\n\s+(\S+)\n/.exec(output)?.[1];
      if (link !== undefined) decision ??= decide(link);
    }
    const [code] = await closed;
    await decision;
    return { code, lastLines: output.trimEnd().split("\n").slice(-2) };
  };

  for (const example of examples) {
    const skip = missingPrograms([example.interpreter, ...example.needs]);

    test(`${example.file} ends when the money has moved`, { skip }, async () => {
      const outcome = await run(example, (link) => bank.sca.approve(link, customerNumber));
      const lastLines = ["Final status: ACSC", "The money has moved."];
      assert.deepEqual(outcome, { code: 0, lastLines });
    });

    test(`${example.file} ends when the PSU refuses`, { skip }, async () => {
      const outcome = await run(example, (link) => bank.sca.refuse(link, customerNumber));
      const lastLines = ["Final status: RCVD", "The PSU did not approve the payment."];
      assert.deepEqual(outcome, { code: 1, lastLines });
    });
  }
});
