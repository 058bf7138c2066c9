import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { dataSet } from "@varde/sandbox";

const { kari, ola } = dataSet.people;
const { sunniva, trym, eline, bjarte } = dataSet.representatives;

/** A core bank in another process. */
export interface ExampleProcess extends AsyncDisposable {
  /** Base address of the contract. */
  readonly url: string;
  /** Returns the errors that the program wrote; empty if there are none. */
  errors(): string;
}

/** Starts a core bank, and returns when it has printed its address. */
export const startExample = async (
  command: string,
  words: readonly string[],
): Promise<ExampleProcess> => {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const dispose = async () => {
    child.kill();
    await ended;
  };
  try {
    const [line] = await Promise.race([
      once(child.stdout.setEncoding("utf8"), "data"),
      ended.then(() => assert.fail(errors)),
    ]);
    const [, url = ""] = /Contract +(\S+)/.exec(String(line)) ?? [];
    return { url, errors: () => errors, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
};

/** Starts a core bank on a free port, checks it, and returns the rules that did not pass. */
export const checkExample = async (
  command: string,
  words: readonly string[],
): Promise<readonly (readonly [string, string | undefined])[]> => {
  await using example = await startExample(command, words);
  const reports = await checkCoreBank(
    { url: example.url, timeoutMs: 60_000 },
    {
      worldId: "bank",
      debtorBban: kari.current.bban,
      creditorBban: ola.current.bban,
      otherBankBban: dataSet.payees.power.bban,
      rejectingBban: dataSet.magicAccounts[0]?.bban ?? "",
      customerNumber: kari.customerNumber,
      otherCustomerNumber: ola.customerNumber,
      mandates: {
        bban: dataSet.companies.lyngrabben.accounts[0].bban,
        amountMinor: "4000000",
        signers: [sunniva.customerNumber, trym.customerNumber],
        preparer: eline.customerNumber,
        viewer: bjarte.customerNumber,
        alone: { paymentMinor: "2500000", dayMinor: "10000000" },
      },
    },
    { mandatesAreOptional: true },
  );
  assert.equal(example.errors(), "");
  const others = reports.filter(({ result }) => result !== "passed");
  return others.map(({ id, seen }) => [id, seen]);
};

/** The only rule that an example without TLS does not pass. */
export const onlySkipped = [
  ["HTTP-12", "the check has no certificate and no client of its own"],
] as const;

/** The rules that an example without mandates does not pass: the others are skipped as one. */
export const skippedWithoutMandates = [
  ...onlySkipped,
  ["MANDATE", "the core bank does not have /signings/decide (404)"],
] as const;
