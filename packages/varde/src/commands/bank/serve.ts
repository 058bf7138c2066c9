import { ConfigurationRefused } from "@varde/bank";
import {
  checkInstallation,
  checkServer,
  isInstallation,
  type LoadedServer,
  loadInstallation,
  loadServerSettings,
  type RunningInstallation,
  type RunningServer,
  StorageRefused,
  startInstallation,
  startServer,
} from "@varde/server";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";
import { stopOnSignal } from "../../stop-on-signal.ts";

export const serve: Command = {
  usage: ["serve FILE", "serve FOLDER", "serve --check FILE"],
  about: [
    "Runs a bank in production from one configuration file in YAML or JSON: its switches, its " +
      "database, its processes, and the systems behind its ports. It has no sandbox operations, " +
      "no control API and no test customers.",
    "A folder has several banks: installation.yaml is about the process, defaults.yaml about all " +
      "banks, and every other YAML file about the bank that it is named after. The host of a " +
      "request decides which bank serves it. A bank that cannot be opened is tried again, and " +
      "the others serve. SIGHUP makes the process read the folder again.",
    "--check reads the file and every file that it names, and reports all faults with line and " +
      "column. It connects to no other system and starts nothing.",
    "The log is written to standard output, as lines of JSON. A signal (SIGTERM, Ctrl-C) makes " +
      "the bank finish its requests and end. The database must have been migrated with\n" +
      "  varde migrate --production",
  ],
  options: {
    check: { about: "Report every fault of the configuration; start nothing." },
    ...generalOptions,
  },
  examples: [
    { line: "varde serve --check bank.yaml" },
    { line: "varde serve bank.yaml" },
    { line: "varde config --production --config bank.yaml", about: "Where each value comes from" },
  ],
  run: async (context) => {
    const [file, ...more] = context.words;
    refuseExtraArguments(more);
    if (file === undefined) {
      throw new UsageError("name the configuration file, like bank.yaml, or a folder of banks");
    }
    try {
      await (isInstallation(file) ? serveFolder(file, context) : serveFile(file, context));
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      throw CommandFailed.because(error);
    }
  },
};

const serveFile = async (file: string, { terminal, has, environment }: Invocation) => {
  const loaded = loadServerSettings(file, environment);
  for (const warning of loaded.warnings) terminal.note(warning);
  if (has("check")) {
    const found = await checkServer(loaded);
    for (const warning of found) terminal.note(warning);
    terminal.line(`${file} is valid.`);
    terminal.json({ file, isValid: true, warnings: [...loaded.warnings, ...found] });
    return;
  }
  const server = await startServer(loaded);
  stopOnSignal(server.close, loaded.values.drainMs);
  // The log is on standard output.
  terminal.note(serveText(server, loaded), { addresses: server.addresses });
};

const serveFolder = async (folder: string, { terminal, has, environment }: Invocation) => {
  const loaded = loadInstallation(folder, environment);
  const { warnings, members, values } = loaded;
  for (const warning of warnings) terminal.note(warning);
  if (has("check")) {
    const found = await checkInstallation(loaded);
    for (const warning of found) terminal.note(warning);
    terminal.line(`${folder} is valid: ${members.length} banks.`);
    const banks = members.map(({ name }) => name);
    terminal.json({ folder, isValid: true, banks, warnings: [...warnings, ...found] });
    return;
  }
  const installation = await startInstallation(loaded, environment);
  stopOnSignal(installation.close, values.drainMs, installation.reload);
  const { addresses } = installation;
  terminal.note(folderText(installation), { addresses, banks: installation.banks() });
};

/** Returns what is printed once the banks of a folder are up. */
const folderText = ({ addresses, banks }: RunningInstallation): readonly string[] => {
  const { http, https, certificates, admin } = addresses;
  const states = banks();
  const open = states.filter(({ state }) => state === "ready").length;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Listening", http],
    [http === undefined ? "Listening" : "", https],
    ["With client certificates", certificates],
    ["Health", `${admin}/health/ready`],
    ["Banks", `${admin}/health/banks`],
    ...states.flatMap(({ bank, state, faults }) => [
      [bank, state] as const,
      ...faults.map((fault) => ["", fault] as const),
    ]),
  ];
  return [
    "",
    `${open} of ${states.length} banks are open for TPPs.`,
    "",
    ...rows.flatMap(([label, text]) => (text ? [`  ${label.padEnd(11)} ${text}`] : [])),
    "",
    "SIGHUP reads the folder again. SIGTERM or Ctrl-C stops the banks after their requests are",
    "finished.",
  ];
};

/** Returns what is printed once the bank is up. */
const serveText = (
  { addresses, workers }: RunningServer,
  { values }: LoadedServer,
): readonly string[] => {
  const { http, https } = addresses;
  const { bankName, bankId, publicUrl, pathPrefix, databaseUrl, dataFolder } = values;
  const internal = http ?? https;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Interface", `${publicUrl}${pathPrefix}/v1`],
    ["Listening", http],
    [http === undefined ? "Listening" : "", https],
    ["Health", `${internal}/health/ready`],
    ["Metrics", `${internal}/metrics`],
    ["Processes", String(workers)],
    ["Data", databaseUrl === undefined ? `${dataFolder} (SQLite)` : "PostgreSQL"],
  ];
  return [
    "",
    `${bankName} (${bankId}) is open for TPPs.`,
    "",
    ...rows.flatMap(([label, text]) => (text ? [`  ${label.padEnd(11)}${text}`] : [])),
    "",
    "SIGTERM or Ctrl-C stops the bank after its requests are finished.",
  ];
};
