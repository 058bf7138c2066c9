import {
  type AuditReport,
  listSeals,
  readAnchorLine,
  readRetentionMs,
  searchAudit,
  verifyAudit,
} from "@varde/bank";
import { countOf } from "@varde/protocol";
import {
  type Command,
  CommandFailed,
  chooseAct,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import {
  allBanksOption,
  type BankInvocation,
  refuseSharedValue,
  runForBanks,
} from "../../configuration/choose-banks.ts";
import {
  databaseEnvironment,
  databaseOptions,
  openDatabase,
} from "../../configuration/open-database.ts";
import { readAuditEvidence } from "../../configuration/read-audit-evidence.ts";
import { formatAccess, presentAccess } from "../../output/present-access.ts";

export const audit: Command = {
  usage: [
    "audit verify [--anchors FILE] [--certificate FILE]",
    "audit anchor",
    "audit search [--person ID] [--account ID] [--tpp NUMBER]",
    "audit export [--from TIME] [--until TIME]",
  ],
  about: [
    "Reads the audit of a bank: every access of a TPP to an account. The bank may be running.",
    "verify checks all hashes, the signatures of the seals, and that nothing was deleted before " +
      "its retention period was over. It names every entry and seal that was changed or removed, " +
      "with exit code 1.",
    "anchor prints the last seal as one line. Keep these lines where the administrators of the " +
      "database cannot change them: verify --anchors compares them, and so finds an audit whose " +
      "end was cut off or that was restored from a backup. What is before an anchor counts as " +
      "accepted: its hashes are compared, its signatures and times are not judged again. So " +
      "verify first, then add an anchor. The lines of the bank's log about seals are anchors too.",
    "search shows accesses, oldest first, one line each. export prints everything as JSON, one " +
      "object a line: the accesses, then the seals. Both print while they read, so the audit may " +
      "have any size. An access of the last second may be missing.",
  ],
  options: {
    person: { value: "ID", about: "Accesses to data of this person." },
    account: { value: "ID", about: "Accesses to this account (resourceId)." },
    tpp: {
      value: "NUMBER",
      about: "Accesses by the TPP with this authorisation number, like PSDNO-FSA-123.",
    },
    from: { value: "TIME", about: "From this day or time on, Oslo time." },
    until: { value: "TIME", about: "Before this day or time, Oslo time." },
    anchors: {
      value: "FILE",
      multiple: true,
      about: "With verify: a file with lines of audit anchor, or with the bank's log.",
    },
    certificate: {
      value: "FILE",
      multiple: true,
      about:
        "With verify: PEM files with the certificates whose keys have signed the seals. Default: " +
        "that of the signer that the settings name.",
    },
    seal: {
      value: "NUMBER:HASH",
      multiple: true,
      about: "With verify: one anchor, without a file.",
    },
    ...databaseOptions,
    ...allBanksOption,
  },
  environment: databaseEnvironment,
  examples: [
    { line: "varde audit verify" },
    { line: "varde audit anchor >> anchors.txt" },
    { line: "varde audit verify --production --config bank.yaml --anchors anchors.txt" },
    { line: "varde audit verify --config banks/ --all", about: "Every bank of a folder" },
    { line: "varde audit search --account 3f0d… --from 2026-11-01" },
    { line: "varde audit export > audit.ndjson" },
  ],
  run: async (invocation) => {
    const [act, ...more] = invocation.words;
    refuseExtraArguments(more);
    const { scope, run } = chooseAct(acts, act);
    refuseSharedValue(invocation, ["certificate", "seal"]);
    await runForBanks(invocation, scope, run);
  },
};

const verify = async (invocation: BankInvocation): Promise<string> => {
  const { terminal } = invocation;
  await using database = await openDatabase(invocation, { isReader: true });
  const { anchors, keys } = await readAuditEvidence(invocation);
  const retentionMs = readRetentionMs(invocation.bank.settings).audit;
  const report = await verifyAudit(database.storage, { anchors, keys, retentionMs });
  for (const line of describeReport(report)) terminal.line(line);
  if (anchors.length > 0) terminal.line(`${countOf(anchors.length, "anchor")} compared.`);
  const { faults } = report;
  for (const { place, text } of faults) terminal.line(`${place}: ${text}`);
  terminal.line(faults.length === 0 ? "The audit is intact." : "The audit was changed.");
  terminal.json(report);
  if (faults.length > 0) throw new FailedWithResult("The audit was changed.");
  return `intact, ${countOf(report.seals, "seal")}`;
};

function* describeReport(report: AuditReport): Generator<string> {
  const { entries, chains, seals, unsealed, left, lastSeal, unsigned, youngestDeletedMs } = report;
  const [all, open] = [entries, unsealed].map((count) => countOf(count, "entry", "entries"));
  yield `${all} in ${countOf(chains, "chain")}, ${countOf(seals, "seal")}.`;
  if (unsealed > 0) yield `${open} ${unsealed === 1 ? "is" : "are"} not sealed yet.`;
  if (left > 0) {
    yield `${countOf(left, "entry", "entries")} of killed processes, which have not sealed them: ` +
      "nothing shows whether they were changed before another process did.";
  }
  if (unsigned > 0) {
    const are = unsigned === 1 ? "is" : "are";
    yield `${countOf(unsigned, "seal")} ${are} not signed: only anchors show whether somebody ` +
      "who can write to the database has replaced them.";
  }
  if (youngestDeletedMs !== undefined) {
    const days = Math.floor(youngestDeletedMs / (24 * 60 * 60_000));
    yield `Entries were deleted at an age of ${countOf(days, "day")} or more.`;
  }
  if (lastSeal !== undefined) yield `Last seal: ${lastSeal.number}:${lastSeal.hash}`;
}

const anchor = async (invocation: BankInvocation): Promise<void> => {
  const { terminal } = invocation;
  await using database = await openDatabase(invocation, { isReader: true });
  const line = await readAnchorLine(database.storage, invocation.bank.name);
  if (line === undefined) {
    throw new CommandFailed(
      "The audit has no seal yet. The bank makes the first one within a minute after a TPP has " +
        "accessed an account.",
    );
  }
  terminal.line(line);
  terminal.json({ anchor: line });
};

const search = async (invocation: BankInvocation): Promise<void> => {
  const { terminal } = invocation;
  const filter = readFilter(invocation);
  await using database = await openDatabase(invocation, { isReader: true });
  for await (const access of searchAudit(database.storage, filter)) {
    if (terminal.isJson) terminal.jsonLine(presentAccess(access));
    else terminal.line(formatAccess(access));
  }
};

const exportAll = async (invocation: BankInvocation): Promise<void> => {
  const { text, terminal } = invocation;
  for (const option of ["person", "account", "tpp"]) {
    if (text(option) !== undefined) {
      throw new UsageError(`audit export has no --${option}; use audit search --json`);
    }
  }
  const filter = readFilter(invocation);
  const print = (value: object) =>
    terminal.isJson ? terminal.jsonLine(value) : terminal.line(JSON.stringify(value));
  await using database = await openDatabase(invocation, { isReader: true });
  for await (const access of searchAudit(database.storage, filter)) {
    print({ type: "access", ...presentAccess(access) });
  }
  for await (const { at, ...seal } of listSeals(database.storage)) {
    print({ type: "seal", ...seal, at: new Date(at).toISOString() });
  }
};

const readFilter = ({ text }: Invocation) => ({
  personId: text("person"),
  accountId: text("account"),
  tpp: text("tpp"),
  from: readInstant("from", text("from")),
  until: readInstant("until", text("until")),
});

const acts = {
  verify: { run: verify, scope: "one or all" },
  anchor: { run: anchor, scope: "one or all" },
  search: { run: search, scope: "one" },
  export: { run: exportAll, scope: "one" },
} as const;

const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads a day or a time of an option, in Oslo time unless it has a zone. Returns undefined if the
 * option is not given.
 */
const readInstant = (option: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  if (!form.test(given))
    throw new UsageError(`--${option} must be a day or a time, not "${given}"`);
  try {
    if (/(?:Z|[+-]\d{2}:\d{2})$/.test(given) && given.includes("T")) {
      return Temporal.Instant.from(given).epochMilliseconds;
    }
    const local = Temporal.PlainDateTime.from(given);
    return local.toZonedDateTime("Europe/Oslo").epochMilliseconds;
  } catch (cause) {
    throw new UsageError(`--${option} is not a time of the calendar: "${given}"`, { cause });
  }
};
