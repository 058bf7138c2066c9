import { isRecord, parseJson } from "@varde/protocol";
import type { BankReport } from "@varde/server";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  refuseExtraArguments,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";

const defaultAddress = "http://127.0.0.1:9400";
const waitMs = 10_000;
const bytesMax = 16 * 1024 * 1024;

export const banks: Command = {
  usage: ["banks [--admin URL]"],
  about: [
    "Lists the banks of a process that varde serve has started with a folder of banks: the state " +
      "of each, since when, its hosts, and why it is not open or why its changed settings are " +
      "not used. Asks the port for operators of the process.",
    "States: starting; ready; suspended, by the setting of the bank; failed, which is tried " +
      "again at intervals of up to a minute; draining, after its file was removed or when the " +
      "process stops. The exit code is 1 if a bank has failed.",
  ],
  options: {
    admin: {
      value: "URL",
      about: `The port for operators (admin.port). Default: $VARDE_ADMIN, or ${defaultAddress}.`,
    },
    ...generalOptions,
  },
  environment: [["VARDE_ADMIN", "The address of the port for operators."]],
  examples: [
    { line: "varde banks" },
    { line: "varde banks --json --admin http://10.0.0.7:9400", about: "For a script" },
  ],
  run: async ({ words, terminal, text, environment }) => {
    refuseExtraArguments(words);
    const address = text("admin") ?? (environment.VARDE_ADMIN || defaultAddress);
    const reports = await fetchReports(address);
    const rows = reports.map(({ bank, state, since, hosts, faults }) => [
      bank,
      terminal.paint(state === "failed" ? "red" : state === "ready" ? "green" : "yellow", state),
      since,
      hosts.join(" "),
      faults.join(" "),
    ]);
    terminal.table(["BANK", "STATE", "SINCE", "HOSTS", "FAULT"], rows);
    terminal.json({ banks: reports });
    const failed = reports.filter(({ state }) => state === "failed").map(({ bank }) => bank);
    if (failed.length === 0) return;
    throw new FailedWithResult(
      `${failed.length} of ${reports.length} banks failed: ${failed.join(", ")}.`,
    );
  },
};

const fetchReports = async (address: string): Promise<readonly BankReport[]> => {
  const url = URL.parse("/health/banks", address);
  if (url === null)
    throw new CommandFailed(`"${address}" is not an address like ${defaultAddress}.`);
  const fail = (reason: string, cause?: unknown) =>
    new CommandFailed(
      `${url} ${reason}. Is varde serve running with a folder of banks? Its port for operators ` +
        "is admin.port of installation.yaml; give its address with --admin.",
      { cause },
    );
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(waitMs), redirect: "error" });
    const reports = readReports(await readBody(response));
    if (reports === undefined) throw fail("is not the port for operators of a folder of banks");
    return reports;
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw fail("cannot be reached", error);
  }
};

const readBody = async ({ body }: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax)
      throw new CommandFailed(`The list of banks is larger than ${bytesMax} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** Returns the states of the banks; undefined if the body is something else. */
const readReports = (body: Buffer): readonly BankReport[] | undefined => {
  const value: unknown = parseJson(body);
  const listed: unknown = isRecord(value) ? value.banks : undefined;
  return Array.isArray(listed) && listed.every(isReport) ? listed : undefined;
};

const isReport = (value: unknown): value is BankReport =>
  isRecord(value) &&
  [value.bank, value.state, value.since].every((each) => typeof each === "string") &&
  [value.hosts, value.faults].every(
    (list) => Array.isArray(list) && list.every((each) => typeof each === "string"),
  );
