import { ConfigurationRefused } from "@varde/bank";
import { CoreBankCallFailed, type HttpCoreBankOptions } from "@varde/core-bank-http";
import {
  type CheckedAccounts,
  type CheckedMandates,
  checkCoreBank,
  findMandatesFault,
  type RuleReport,
} from "@varde/core-bank-http/check";
import { countOf, isInvalid, parseJson } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { generalOptions, readTimeoutMs } from "../../options.ts";
import { formatCheckPage } from "../../output/format-check-page.ts";
import { readFileBytes, readFileText, refuseExistingFile, writeFileText } from "../../read-file.ts";

export const checkCoreBankCommand: Command = {
  usage: ["check-core-bank URL [--accounts FILE] [--html FILE]"],
  about: [
    "Checks a bank's side of the core-bank contract: idempotency, order, pages, races, that no " +
      "money is lost, other accounts' data, unknown ids and malformed requests. Each rule has a " +
      "name. A cause is reported once: rules that depend on a failed one are blocked. The exit " +
      "code is 1 if a rule failed.",
    "Small amounts are moved between two accounts, so use a test system. Without --accounts, " +
      "they are those of varde core-bank. The file is JSON with worldId, debtorBban, " +
      "creditorBban, customerNumber, otherCustomerNumber and, to check later outcomes too, " +
      "otherBankBban and rejectingBban. With mandates, a company, it also checks who signs; " +
      "docs/guides/core-bank-over-http.md shows one.",
  ],
  options: {
    accounts: { value: "FILE", about: "Accounts and customers to use (JSON)." },
    rule: {
      value: "ID",
      multiple: true,
      about: "Check only this rule, like PAYMENTS-3; may be repeated.",
    },
    html: { value: "FILE", about: "Write the report as a page to this new file." },
    cert: { value: "FILE", about: "Your certificate for mutual TLS (PEM)." },
    key: { value: "FILE", about: "Its key (PEM)." },
    ca: { value: "FILE", about: "The authorities of the core bank (PEM)." },
    "token-url": { value: "URL", about: "The token endpoint, for OAuth." },
    "client-id": { value: "ID", about: "With --token-url: your client id." },
    scope: { value: "SCOPE", about: "With --token-url: the scope to request." },
    timeout: { value: "DURATION", about: "Time limit of each call. Default: 8s." },
    ...generalOptions,
  },
  environment: [["VARDE_CLIENT_SECRET", "With --token-url: the secret of your client."]],
  examples: [
    { line: "varde check-core-bank http://127.0.0.1:8090/v1" },
    { line: "varde check-core-bank https://core.example --cert bank.pem --key key.pem" },
    { line: "varde check-core-bank http://127.0.0.1:8090/v1 --html report.html" },
  ],
  run: async (invocation) => {
    const { words, terminal, text } = invocation;
    const [url, ...more] = words;
    if (url === undefined) throw new UsageError("give the address of the core bank");
    refuseExtraArguments(more);
    const page = text("html");
    if (page !== undefined) refuseExistingFile(page);
    const reports = await check(url, invocation);
    if (page !== undefined) writeFileText(page, formatCheckPage(url, reports, new Date()));
    const count = (result: RuleReport["result"]) =>
      reports.filter((one) => one.result === result).length;
    const counts = {
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
      blocked: count("blocked"),
    };
    const { passed, failed, skipped, blocked } = counts;
    terminal.line("");
    terminal.line(`${countOf(passed, "rule")} passed, ${failed} failed, ${skipped} skipped.`);
    if (blocked > 0) terminal.line(`${blocked} were not checked because of a failed one.`);
    terminal.json({ url, ...counts, rules: reports });
    if (counts.failed > 0) throw new FailedWithResult("The core bank violates the contract.");
  },
};

const check = async (url: string, invocation: Invocation): Promise<readonly RuleReport[]> => {
  const { text, texts } = invocation;
  const accounts = readCheckedAccounts(text("accounts"));
  try {
    return await checkCoreBank(readOptions(url, invocation), accounts, {
      only: texts("rule"),
      // A file names the mandates of a bank that has them; ours are checked where there are any.
      mandatesAreOptional: text("accounts") === undefined,
      onReport: (report) => printReport(report, invocation),
    });
  } catch (error) {
    const isKnown = error instanceof ConfigurationRefused || error instanceof CoreBankCallFailed;
    if (!isKnown) throw error;
    throw new CommandFailed(`The core bank cannot be checked: ${error.message}`, { cause: error });
  }
};

const colours = { passed: "green", failed: "red", skipped: "yellow", blocked: "yellow" } as const;

const printReport = (
  { id, statement, text, result, seen }: RuleReport,
  { terminal }: Invocation,
): void => {
  const mark = terminal.paint(colours[result], result.padEnd(8));
  terminal.line(`${mark}${id.padEnd(15)}${statement}`);
  const indent = " ".repeat(23);
  if (seen !== undefined) terminal.line(`${indent}${seen}`);
  if (result === "failed" && text !== undefined) terminal.line(`${indent}The rule: ${text}`);
};

const readOptions = (url: string, invocation: Invocation): HttpCoreBankOptions => {
  const { text } = invocation;
  const timeoutMs = readTimeoutMs(invocation);
  const [certificate, key, authorities] = ["cert", "key", "ca"].map((name) =>
    readOptional(text(name)),
  );
  const isTls = (certificate ?? key ?? authorities) !== undefined;
  return {
    url,
    timeoutMs,
    tls: isTls
      ? {
          ...(certificate === undefined ? {} : { certificate }),
          ...(key === undefined ? {} : { key }),
          ...(authorities === undefined ? {} : { authorities }),
        }
      : undefined,
    oauth: readOauth(invocation),
  };
};

const readOauth = ({ text, environment }: Invocation): HttpCoreBankOptions["oauth"] => {
  const [tokenUrl, clientId, scope] = [text("token-url"), text("client-id"), text("scope")];
  if (tokenUrl === undefined) return undefined;
  const clientSecret = environment.VARDE_CLIENT_SECRET;
  if (clientId === undefined || !clientSecret) {
    throw new UsageError(
      "--token-url needs --client-id and the environment variable VARDE_CLIENT_SECRET",
    );
  }
  return { tokenUrl, clientId, clientSecret, ...(scope !== undefined && { scope }) };
};

const readOptional = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : readFileText(path);

const { kari, ola } = dataSet.people;
const { sunniva, trym, eline, bjarte } = dataSet.representatives;

/** Accounts and customers of `varde core-bank`. */
const dataSetAccounts: CheckedAccounts = {
  worldId: "bank",
  debtorBban: kari.current.bban,
  creditorBban: ola.current.bban,
  otherBankBban: dataSet.payees.power.bban,
  rejectingBban: "99809900106",
  customerNumber: kari.customerNumber,
  otherCustomerNumber: ola.customerNumber,
};

/** A company of `varde core-bank`: the first of its signers signs alone up to these amounts. */
const dataSetMandates: CheckedMandates = {
  bban: dataSet.companies.lyngrabben.accounts[0].bban,
  amountMinor: "4000000",
  signers: [sunniva.customerNumber, trym.customerNumber],
  preparer: eline.customerNumber,
  viewer: bjarte.customerNumber,
  alone: { paymentMinor: "2500000", dayMinor: "10000000" },
};

const optionalNames = new Set(["otherBankBban", "rejectingBban"]);

/** Reads the accounts that a check uses from a file; without one, they are of the data set. */
const readCheckedAccounts = (path: string | undefined): CheckedAccounts => {
  if (path === undefined) return { ...dataSetAccounts, mandates: dataSetMandates };
  const value = parseJson(readFileBytes(path));
  if (isInvalid(value)) throw new CommandFailed(`${path} ${value.reason}.`);
  const given: Readonly<Record<string, unknown>> = Object(value);
  const faults = Object.keys(dataSetAccounts).filter((name) =>
    given[name] === undefined ? !optionalNames.has(name) : typeof given[name] !== "string",
  );
  if (faults.length > 0) {
    throw new CommandFailed(`${path} needs a text for ${faults.join(", ")}.`);
  }
  const fault = given.mandates === undefined ? undefined : findMandatesFault(given.mandates);
  if (fault !== undefined) {
    throw new CommandFailed(`${path}: the value at /mandates${fault.pointer} ${fault.message}.`);
  }
  return given as unknown as CheckedAccounts;
};
