import {
  ChannelFileRefused,
  deletePlannedDowntime,
  formatKpiCsv,
  formatOsloTime,
  insertPlannedDowntime,
  type KpiDay,
  listPlannedDowntime,
  PlannedDowntimeRefused,
  parseChannelDays,
  parseQuarter,
  planDowntime,
  readKpiReport,
  renderKpiPage,
  storeChannelDay,
} from "@varde/bank/kpi";
import { countOf } from "@varde/protocol";
import {
  type Command,
  CommandFailed,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
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
import { readFileText, refuseExistingFile, writeFileText } from "../../read-file.ts";

type Database = Awaited<ReturnType<typeof openDatabase>>["storage"];

export const kpi: Command = {
  usage: [
    "kpi report --quarter QUARTER [--html FILE] [--csv FILE]",
    "kpi import FILE",
    "kpi downtime",
    "kpi downtime add --from TIME --to TIME --reason TEXT",
    "kpi downtime remove ID",
  ],
  about: [
    "Reports what a bank publishes every quarter about its interface for TPPs (EBA/GL/2018/07): " +
      "uptime and downtime per day, average response times, and the rate of errors of the bank, " +
      "next to the figures of its own channels.",
    "import reads the figures of the bank's own channels from a CSV file, a row for each day and " +
      "channel: day, channel, downtime_seconds, account_information_ms, payment_initiation_ms, " +
      "funds_confirmation_ms, requests, errors. Rows of the same day and channel are replaced.",
    "downtime lists, adds or removes planned downtime, which counts as downtime and is marked. " +
      "Times are in Oslo unless they have an offset.",
  ],
  options: {
    quarter: { value: "QUARTER", about: "With report: like 2026-Q4." },
    html: {
      value: "FILE",
      about:
        "With report: write a page with plots to a new file. With --all, {bank} in its name is " +
        "replaced by the name of each bank; in that of --csv too.",
    },
    csv: { value: "FILE", about: "With report: write the daily figures to a new file." },
    from: { value: "TIME", about: "With downtime add: like 2026-11-20T02:00." },
    to: { value: "TIME", about: "With downtime add: its end." },
    reason: { value: "TEXT", about: "With downtime add: for the report." },
    ...databaseOptions,
    ...allBanksOption,
  },
  environment: databaseEnvironment,
  examples: [
    { line: "varde kpi report --quarter 2026-Q4 --html kpi.html --csv kpi.csv" },
    { line: "varde kpi import netbank.csv" },
    { line: "varde kpi downtime --production --config bank.yaml" },
    {
      line: "varde kpi report --quarter 2026-Q4 --config banks/ --all --csv '{bank}.csv'",
      about: "Every bank of a folder",
    },
  ],
  run: async (invocation) => {
    const [act, ...words] = invocation.words;
    const run = chooseAct(acts, act);
    try {
      refuseSharedValue(invocation, ["html", "csv"]);
      const isForOne = act === "import" || words[0] === "remove";
      await runForBanks(invocation, isForOne ? "one" : "one or all", (chosen) =>
        run(words, chosen),
      );
    } catch (error) {
      const isExpected =
        error instanceof ChannelFileRefused || error instanceof PlannedDowntimeRefused;
      throw isExpected ? CommandFailed.because(error) : error;
    }
  },
};

type Act = (words: readonly string[], invocation: BankInvocation) => Promise<void>;

const report: Act = async (words, invocation) => {
  refuseExtraArguments(words);
  const { text, terminal } = invocation;
  const name = text("quarter");
  if (name === undefined) throw new UsageError("give the quarter with --quarter, like 2026-Q4");
  const quarter = parseQuarter(name);
  if (quarter === undefined) throw new UsageError(`"${name}" is not a quarter like 2026-Q4`);
  const [html, csv] = [text("html"), text("csv")];
  for (const file of [html, csv]) if (file !== undefined) refuseExistingFile(file);
  const { bankName } = invocation.bank.settings;
  await using database = await openDatabase(invocation, { isReader: true });
  const made = await readKpiReport(quarter, Date.now(), database.storage);
  if (html !== undefined) writeFileText(html, renderKpiPage(made, bankName));
  if (csv !== undefined) writeFileText(csv, formatKpiCsv(made));
  const measured = made.dedicated.days.filter(({ measuredSeconds }) => measuredSeconds > 0);
  const services = ["AIS", "PIS", "FUNDS"];
  const columns = [
    ...["DAY", "UPTIME %", "DOWN S", "PLANNED S"],
    ...services.map((service) => `${service} DOWN S`),
    ...services.map((service) => `${service} MS`),
    ...["REQUESTS", "ERRORS"],
  ];
  const right = columns.map((_, at) => at).slice(1);
  terminal.table(columns, measured.map(presentDay), right);
  if (measured.length === 0) terminal.note(`The database has no figures of ${name}.`);
  for (const file of [html, csv]) if (file !== undefined) terminal.note(`Written: ${file}`);
  const { dedicated, channels, downtimes } = made;
  terminal.json({ quarter: name, interfaces: [dedicated, ...channels], downtimes });
};

const importFigures: Act = async ([file, ...more], invocation) => {
  refuseExtraArguments(more);
  if (file === undefined) throw new UsageError("kpi import needs a file");
  const days = parseChannelDays(readFileText(file));
  await using database = await openDatabase(invocation, { isReader: false });
  await database.storage.write(function* () {
    yield days.map(storeChannelDay);
  });
  const channels = [...new Set(days.map(({ channel }) => channel))];
  invocation.terminal.line(`Imported ${countOf(days.length, "row")} of ${channels.join(", ")}.`);
  invocation.terminal.json({ rows: days.length, channels });
};

const downtime: Act = async ([verb = "list", subject, ...more], invocation) => {
  refuseExtraArguments(more);
  const known = ["list", "add", "remove"];
  if (!known.includes(verb)) throw unknownWord("argument", verb, known);
  if (verb !== "remove") refuseExtraArguments(subject === undefined ? [] : [subject]);
  await using database = await openDatabase(invocation, { isReader: verb === "list" });
  const { storage } = database;
  if (verb === "add") await addDowntime(invocation, storage);
  if (verb === "remove") await removeDowntime(subject, storage);
  const planned = await storage.read(listPlannedDowntime);
  const rows = planned.map(({ downtimeId, startsAt, endsAt, reason }) => [
    downtimeId,
    formatOsloTime(startsAt),
    formatOsloTime(endsAt),
    reason,
  ]);
  invocation.terminal.table(["ID", "FROM", "UNTIL", "REASON"], rows);
  invocation.terminal.json(planned);
};

const acts = { report, import: importFigures, downtime };

const addDowntime = async ({ text }: Invocation, storage: Database): Promise<void> => {
  const [from, to, reason] = [text("from"), text("to"), text("reason")];
  if (from === undefined || to === undefined || reason === undefined) {
    throw new UsageError("kpi downtime add needs --from, --to and --reason");
  }
  const planned = planDowntime(from, to, reason);
  await storage.write(function* () {
    yield [insertPlannedDowntime(planned)];
  });
};

const removeDowntime = async (id: string | undefined, storage: Database): Promise<void> => {
  if (id === undefined) throw new UsageError("kpi downtime remove needs an id");
  const isDeleted = await storage.write(() => deletePlannedDowntime(id));
  if (!isDeleted) throw new CommandFailed(`There is no planned downtime ${id}.`);
};

const presentDay = (day: KpiDay): readonly string[] => {
  const digits = (value: number | undefined, count: number) => value?.toFixed(count) ?? "-";
  const byService = (figures: KpiDay["averageMs"], count: number) =>
    [figures.accountInformation, figures.paymentInitiation, figures.fundsConfirmation].map(
      (figure) => digits(figure, count),
    );
  return [
    day.day,
    digits(day.uptimePercent, 3),
    String(day.downtimeSeconds),
    String(day.plannedSeconds),
    ...byService(day.serviceDowntimeSeconds, 0),
    ...byService(day.averageMs, 1),
    digits(day.requests, 0),
    digits(day.errors, 0),
  ];
};
