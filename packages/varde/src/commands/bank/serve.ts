import { ConfigurationRefused, StorageRefused } from "@varde/sandbox";
import {
  checkServer,
  type LoadedServer,
  loadServerSettings,
  type RunningServer,
  startServer,
} from "@varde/server";
import { type Command, CommandFailed, refuseExtraArguments, UsageError } from "../../command.ts";
import { generalOptions } from "../../options.ts";
import { stopOnSignal } from "../../stop-on-signal.ts";

export const serve: Command = {
  usage: ["serve FILE", "serve --check FILE"],
  about: [
    "Runs a bank in production from one configuration file in YAML or JSON: its switches, its " +
      "database, its processes, and the systems behind its ports. It has no sandbox operations, " +
      "no control API and no test customers.",
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
  run: async ({ words, terminal, has, environment }) => {
    const [file, ...more] = words;
    refuseExtraArguments(more);
    if (file === undefined) throw new UsageError("name the configuration file, like bank.yaml");
    try {
      const loaded = loadServerSettings(file, environment);
      for (const warning of loaded.warnings) terminal.note(warning);
      if (has("check")) {
        await checkServer(loaded);
        terminal.line(`${file} is valid.`);
        terminal.json({ file, isValid: true, warnings: loaded.warnings });
        return;
      }
      const server = await startServer(loaded);
      stopOnSignal(server.close, loaded.values.drainMs);
      // The log is on standard output.
      terminal.note(serveText(server, loaded), { addresses: server.addresses });
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
};

/** Returns what is printed once the bank is up. */
const serveText = ({ addresses, workers }: RunningServer, { values }: LoadedServer): string => {
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
  ].join("\n");
};
