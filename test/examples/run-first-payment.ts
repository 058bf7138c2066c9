import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestBank } from "@varde/sandbox";
import { commandOf, missingPrograms, type ProgramName } from "@varde/testkit/processes";

interface FirstPayment {
  readonly file: string;
  readonly interpreter: ProgramName;
  readonly options?: readonly string[];
  readonly needs: readonly ProgramName[];
}

/** The same program in each language. */
export const firstPayments: readonly FirstPayment[] = [
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

/** The result of an example whose payment the PSU refuses. */
export const refusedResult = {
  code: 1,
  lastLines: ["Final status: RCVD", "The PSU did not approve the payment."],
};

const folder = new URL("../../examples/", import.meta.url);

/** Returns why an example cannot run here, or false. */
export const skipReason = ({ interpreter, needs }: FirstPayment) =>
  missingPrograms([interpreter, ...needs]);

/** Runs an example to its end and decides, as the PSU, about the link that it prints. */
export async function runFirstPayment(
  { file, interpreter, options = [] }: FirstPayment,
  bank: TestBank,
  decide: (link: string) => Promise<unknown>,
) {
  const { PATH } = process.env;
  const child = spawn(commandOf(interpreter), [...options, fileURLToPath(new URL(file, folder))], {
    env: { PATH, VARDE_BANK: bank.addresses.http },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
}
