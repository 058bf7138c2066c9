import {
  type BankReport,
  bankCases,
  bankChecks,
  buildHar,
  type CheckOptions,
  checkGroups,
  type ExpectedFailure,
  formatJunit,
  isChosen,
  judgeRun,
  levelOf,
  planScas,
  runChecks,
} from "@varde/conformance";
import { countOf } from "@varde/protocol";
import {
  type Command,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { readBankToCheck } from "../../configuration/read-bank-to-check.ts";
import { generalOptions } from "../../options.ts";
import { formatBankPage } from "../../output/format-bank-page.ts";
import { printCheck, printSummary } from "../../output/print-bank-check.ts";
import type { Lines } from "../../output/terminal.ts";
import { readFileJson, refuseExistingFile, writeFileText } from "../../read-file.ts";
import { abortOnSignal, type Interruption } from "../../stop-on-signal.ts";

/** Writers of reports, by the option that names the file. Each gets the redacted report. */
const writers: Readonly<Record<string, (report: BankReport) => string>> = {
  html: formatBankPage,
  junit: (report) => formatJunit(`check-bank ${report.bank}`, bankCases(report)),
  har: (report) => `${JSON.stringify(buildHar(report), undefined, 1)}\n`,
  "json-report": (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  imitate: ({ imitation }) => `${JSON.stringify(imitation.settings, undefined, 2)}\n`,
};

const moneyChoices = ["none", "approve"] as const;

export const checkBank: Command = {
  usage: ["check-bank FILE [--only LIST] [--html FILE] [--imitate FILE]", "check-bank --list"],
  about: [
    "Checks a bank over HTTP against the rules of the interface. The file (YAML or JSON) names " +
      "the bank, your certificate and the accounts to use. Nothing is approved unless you allow " +
      "it, and everything that was created is deleted.",
    "Each check sends a correct request first; if the bank refuses that one, the check is not " +
      "proven. A check fails if the bank breaks a rule of the interface, and warns if the rule " +
      "is advice. Where banks are known to differ, the difference is reported as a variant, and " +
      "--imitate writes the settings with which varde start behaves like this bank.",
    "The exit code is 0 if every check came out as expected, 1 if one failed, 2 if the command " +
      "or a file is wrong, 3 if the bank was not reached or refused the first correct requests.",
    "Ctrl-C and SIGTERM stop the run: what was created is deleted, the reports say that they are " +
      "incomplete, and the exit code is 130 or 143.",
  ],
  options: {
    only: { value: "LIST", about: "Only these checks or groups, like SIG,bod-name-70." },
    money: { value: "CHOICE", about: "none (default), or approve: payments of NOK 1 are made." },
    volume: { about: "Also checks that create 101 payments." },
    "use-quota": { about: "Also checks that use up the calls of quotaAccount for 24 hours." },
    "change-consent": { about: "Also checks that change what the PSU has consented to." },
    expected: { value: "FILE", about: "Failures to expect (JSON): check, reason and until." },
    strict: { about: "Count what should be so like what must be so." },
    complete: { about: "Also fail if a check was not proven." },
    "show-data": { about: "Show account data in reports. Default: only names and types." },
    html: { value: "FILE", about: "Write the report as a page to this new file." },
    junit: { value: "FILE", about: "Write the results for a build server to this new file." },
    har: { value: "FILE", about: "Write every request to this new file, as an HTTP archive." },
    "json-report": { value: "FILE", about: "Write everything to this new file, as JSON." },
    imitate: { value: "FILE", about: "Write the settings of a bank that behaves like this one." },
    list: { about: "List the checks and their rules; calls no bank." },
    ...generalOptions,
  },
  environment: [["VARDE_CONTROL_TOKEN", "For SCA through a Varde sandbox that needs a token."]],
  examples: [
    { line: "varde check-bank bank.yaml --html report.html" },
    { line: "varde check-bank bank.yaml --only SIG,gate-payment --json-report report.json" },
    {
      line: "varde check-bank bank.yaml --imitate like-it.json\nvarde start --config like-it.json",
      about: "Start a sandbox that behaves like the checked bank",
    },
    { line: "varde check-bank --list" },
  ],
  run: async (invocation) => {
    const { words, text, has } = invocation;
    const [path, ...more] = words;
    refuseExtraArguments(more);
    const options = readCheckOptions(invocation);
    if (has("list")) return listChecks(invocation, options);
    if (path === undefined) throw new UsageError("give the file that describes the bank");
    const expected = readExpected(text("expected"));
    for (const name of Object.keys(writers)) {
      const file = text(name);
      if (file !== undefined) refuseExistingFile(file);
    }
    let left: () => readonly string[] = () => [];
    using interruption = openInterruption(invocation, () => left());
    const { signal } = interruption;
    const report = await check(path, { ...options, signal }, invocation, (list) => {
      left = list;
    });
    conclude(report, expected, invocation, interruption.exitCode);
  },
};

/** Says what an interrupted run deletes, and at the second signal what stays at the bank. */
const openInterruption = (
  { terminal }: Invocation,
  left: () => readonly string[],
): Interruption => {
  const say = (lines: Lines): void => terminal.note(lines, { interrupted: true, left: left() });
  const describeLeft = () => countOf(left().length, "payment or basket", "payments and baskets");
  return abortOnSignal({
    onFirst: () => {
      if (left().length === 0) return say("Interrupted.");
      say(`Interrupted. Deleting ${describeLeft()} of this run; Ctrl-C again leaves them.`);
    },
    onSecond: () =>
      say([`${describeLeft()} left at the bank:`, ...left().map((path) => `  ${path}`)]),
  });
};

const check = async (
  path: string,
  options: CheckOptions,
  invocation: Invocation,
  onStart: (left: () => readonly string[]) => void,
): Promise<BankReport> => {
  const { terminal } = invocation;
  const bank = await readBankToCheck(path, invocation);
  try {
    terminal.note(`Checking ${bank.address.href} (${bank.kind}).`);
    const { approvals, refusals, payments } = planScas(bankChecks, bank, options);
    const asked = `${countOf(approvals, "approval")} and ${countOf(refusals, "refusal")}`;
    terminal.note(
      `The PSU is asked for ${asked}; ` +
        (payments === 0 ? "no payment is approved." : `NOK ${payments} are paid at most.`),
    );
    return await runChecks(bankChecks, bank, options, {
      onStart,
      onReport: (report) => {
        // The summary counts the checks that an interruption blocked.
        if (options.signal?.aborted !== true) printCheck(report, terminal);
      },
    });
  } finally {
    await bank.sca?.close();
  }
};

/** Writes the reports, prints the summary, and throws if the run did not come out as expected. */
const conclude = (
  found: BankReport,
  expected: readonly ExpectedFailure[],
  { terminal, text, has }: Invocation,
  signalCode: number,
): void => {
  const today = new Date().toISOString().slice(0, 10);
  const complete = has("complete");
  const { report, problems, isStopped } = judgeRun(found, expected, { complete, today });
  for (const [name, write] of Object.entries(writers)) {
    const file = text(name);
    if (file === undefined) continue;
    // Settings cannot say that they are incomplete.
    if (name !== "imitate" || !report.interrupted) writeFileText(file, write(report));
    else terminal.note(`${file} was not written, because the run was interrupted.`);
  }
  printSummary(report, terminal);
  const { exchanges, ...result } = report;
  terminal.json({ ...result, problems });
  const list = problems.map((problem) => `  ${problem}`);
  const count = countOf(problems.length, "problem");
  if (signalCode !== 0) {
    throw new FailedWithResult([`Interrupted, with ${count} so far`, ...list], {
      code: signalCode,
    });
  }
  if (isStopped) {
    const gate = report.checks.find(
      ({ group, result: each }) => group === "GATE" && each !== "passed",
    );
    throw new FailedWithResult(`The bank cannot be checked: ${gate?.id} ${gate?.seen}`, {
      code: 3,
    });
  }
  if (problems.length > 0) {
    throw new FailedWithResult([`${count}:`, ...list]);
  }
};

const readCheckOptions = ({ text, has }: Invocation): CheckOptions => {
  const money = moneyChoices.find((each) => each === (text("money") ?? "none"));
  if (money === undefined) throw unknownWord("--money", text("money") ?? "", moneyChoices);
  return {
    only: readOnly(text("only")),
    money,
    volume: has("volume"),
    useQuota: has("use-quota"),
    changeConsent: has("change-consent"),
    strict: has("strict"),
    showData: has("show-data"),
  };
};

const readOnly = (list: string | undefined): readonly string[] | undefined => {
  const names = list?.split(",").map((name) => name.trim());
  const known: readonly string[] = [...checkGroups, ...bankChecks.map(({ id }) => id)];
  const unknown = names?.find((name) => !known.includes(name) && !name.startsWith("gate-"));
  if (unknown !== undefined) throw unknownWord("check", unknown, known);
  return names;
};

const readExpected = (path: string | undefined): readonly ExpectedFailure[] => {
  if (path === undefined) return [];
  const list = readFileJson(path);
  const isExpected = (each: unknown): each is ExpectedFailure => {
    const { check: id, reason, until } = Object(each);
    return (
      [id, reason].every((text) => typeof text === "string") && /^\d{4}-\d\d-\d\d$/.test(until)
    );
  };
  if (!Array.isArray(list) || !list.every(isExpected)) {
    throw new UsageError(
      `${path} must be a list of {"check": "…", "reason": "…", "until": "2027-01-31"}`,
    );
  }
  const ids = new Set(bankChecks.map(({ id }) => id));
  const unknown = list.find((each) => !ids.has(each.check));
  if (unknown !== undefined) throw unknownWord("check", unknown.check, [...ids]);
  return list;
};

const listChecks = ({ terminal }: Invocation, { only }: CheckOptions): void => {
  const chosen = bankChecks.filter((each) => isChosen(each, only));
  const rows = chosen.map((each) => ({
    id: each.id,
    group: each.group,
    level: each.kind === "variant" ? "variant" : levelOf(each),
    rules: [...each.rules, ...(each.shouldRules ?? [])],
    says: each.says,
    needs: each.needs ?? [],
  }));
  terminal.table(
    ["check", "level", "rules", "the bank"],
    rows.map(({ id, level, rules, says }) => [id, level, rules.join(" "), says]),
  );
  terminal.json(rows);
};
