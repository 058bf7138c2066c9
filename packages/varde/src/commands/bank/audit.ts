import { listSeals, type SealAnchor, searchAudit, verifyAudit } from "@varde/bank";
import { countOf } from "@varde/protocol";
import {
  type Command,
  chooseAct,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import {
  databaseEnvironment,
  databaseOptions,
  openDatabase,
} from "../../configuration/open-database.ts";
import { formatAccess, presentAccess } from "../../output/present-access.ts";

export const audit: Command = {
  usage: [
    "audit verify [--seal NUMBER:HASH]",
    "audit search [--person ID] [--account ID] [--tpp NUMBER]",
    "audit export [--from TIME] [--until TIME]",
  ],
  about: [
    "Reads the audit of a bank: every access of a TPP to an account. The bank may be running.",
    "verify checks all hashes and names every entry that was changed or removed, with exit " +
      "code 1. It prints the last seal. Note it in a safe place: --seal compares it later, and " +
      "so finds an audit that was replaced as a whole. The bank's log has all seals too.",
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
    seal: {
      value: "NUMBER:HASH",
      multiple: true,
      about: "With verify: a seal that was noted before.",
    },
    ...databaseOptions,
  },
  environment: databaseEnvironment,
  examples: [
    { line: "varde audit verify" },
    { line: "varde audit verify --production --config bank.yaml" },
    { line: "varde audit search --account 3f0d… --from 2026-11-01" },
    { line: "varde audit export > audit.ndjson" },
  ],
  run: async (invocation) => {
    const [act, ...more] = invocation.words;
    refuseExtraArguments(more);
    await chooseAct(acts, act)(invocation);
  },
};

const verify = async (invocation: Invocation): Promise<void> => {
  const { terminal, texts } = invocation;
  const anchors = texts("seal").map(readAnchor);
  await using database = await openDatabase(invocation, { isReader: true });
  const report = await verifyAudit(database.storage, anchors);
  const { entries, chains, seals, unsealed, lastSeal, faults } = report;
  const [all, open] = [entries, unsealed].map((count) => countOf(count, "entry", "entries"));
  terminal.line(`${all} in ${countOf(chains, "chain")}, ${countOf(seals, "seal")}.`);
  if (unsealed > 0) terminal.line(`${open} ${unsealed === 1 ? "is" : "are"} not sealed yet.`);
  if (lastSeal !== undefined) terminal.line(`Last seal: ${lastSeal.number}:${lastSeal.hash}`);
  for (const { place, text } of faults) terminal.line(`${place}: ${text}`);
  terminal.line(faults.length === 0 ? "The audit is intact." : "The audit was changed.");
  terminal.json(report);
  if (faults.length > 0) throw new FailedWithResult("The audit was changed.");
};

const readAnchor = (given: string): SealAnchor => {
  const [, number, hash = ""] = /^(\d{1,15}):([\w-]{43})$/.exec(given) ?? [];
  if (number === undefined) throw new UsageError(`--seal must be NUMBER:HASH, not "${given}"`);
  return { number: Number(number), hash };
};

const search = async (invocation: Invocation): Promise<void> => {
  const { terminal } = invocation;
  const filter = readFilter(invocation);
  await using database = await openDatabase(invocation, { isReader: true });
  for await (const access of searchAudit(database.storage, filter)) {
    if (terminal.isJson) terminal.jsonLine(presentAccess(access));
    else terminal.line(formatAccess(access));
  }
};

const exportAll = async (invocation: Invocation): Promise<void> => {
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
  for await (const { number, at, kind, content, hash } of listSeals(database.storage)) {
    print({ type: "seal", number, at: new Date(at).toISOString(), kind, content, hash });
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
  verify,
  search,
  export: exportAll,
};

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
