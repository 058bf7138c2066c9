import {
  ConfigurationRefused,
  DataFolderInUse,
  dataSet,
  environmentName,
  formatDefault,
  isHostSetting,
  type RunningSandbox,
  type Settings,
  StorageRefused,
  sandboxSettings,
  startSandbox,
} from "@varde/sandbox";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { configurationOption } from "../../configuration/find-configuration.ts";
import { folderInUse, portInUse, storeAddress } from "../../configuration/folder-in-use.ts";
import { loadSettings } from "../../configuration/load-settings.ts";
import { generalOptions } from "../../options.ts";
import { stopOnSignal } from "../../stop-on-signal.ts";

export const start: Command = {
  usage: ["start [--port PORT] [--data FOLDER] [--config FILE]"],
  about: [
    "Starts the sandbox bank and prints its addresses. It runs until you press Ctrl-C, and " +
      "stores its customers, payments and keys in the folder .varde.",
    "Other settings are read from the environment and from a configuration file. An invalid " +
      "setting stops the start. The settings in which banks differ, like the path prefix, are " +
      "listed by\n  varde config",
    "A second bank can run beside the first on another --port, with its own https port and data " +
      "folder. The other commands use the bank at http://127.0.0.1:8080 unless you give another " +
      "with --bank or VARDE_BANK. A TPP remembers the bank it was made at.",
  ],
  options: {
    port: { value: "PORT", about: "The port for http. Default: $PORT, or 8080." },
    "https-port": {
      value: "PORT",
      about: "The port for https, or off. Default: $HTTPS_PORT, or the http port + 363.",
    },
    data: {
      value: "FOLDER",
      about: "The data folder. Default: $VARDE_DATA, or .varde (.varde-PORT for other ports).",
    },
    ...configurationOption,
    ...generalOptions,
  },
  settings: Object.entries(sandboxSettings).map(([name, declared]) =>
    environmentName(name, declared),
  ),
  environment: Object.entries(sandboxSettings)
    .filter(([name]) => isHostSetting(name) || name === "trust")
    .map(([name, declared]) => {
      const about = declared.about.charAt(0).toUpperCase() + declared.about.slice(1);
      const text = `${about}. Default: ${formatDefault(declared)}.`;
      return [environmentName(name, declared), text.replaceAll("`", "")];
    }),
  examples: [
    { line: "varde start" },
    { line: "varde start --port 9090", about: "A second bank" },
    { line: "varde start --config bank.json", about: "With your bank's settings" },
    { line: "DATABASE_URL=postgres://varde@localhost/varde varde start", about: "On PostgreSQL" },
  ],
  run: async (invocation) => {
    const { words, terminal, program } = invocation;
    refuseExtraArguments(words);
    const settings = loadSettings({ ...invocation, environment: addOptions(invocation) });
    try {
      const sandbox = await startSandbox(settings);
      const deleteAddress = storeAddress(settings.dataFolder, sandbox.addresses.http);
      stopOnSignal(async () => {
        deleteAddress();
        await sandbox.close();
      });
      // Printed last: once it is shown, the bank can be stopped.
      terminal.line(startText(sandbox, settings, program));
      const { addresses, warnings } = sandbox;
      const { pathPrefix, dataFolder } = settings;
      terminal.json({ addresses, pathPrefix, dataFolder, warnings });
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      if (error instanceof DataFolderInUse) throw await folderInUse(settings, invocation);
      const taken = / is in use; /.test(error.message)
        ? await portInUse(settings, invocation)
        : undefined;
      throw taken ?? new CommandFailed(error.message, { cause: error });
    }
  },
};

/** Returns the environment with the options of the command line, which win over it. */
const addOptions = ({ text, environment }: Invocation): Invocation["environment"] => {
  const [port, httpsPort, folder] = [text("port"), text("https-port"), text("data")];
  if (port !== undefined) checkPort("--port", port);
  if (httpsPort !== undefined && httpsPort !== "off") checkPort("--https-port", httpsPort);
  if (folder === "") throw new UsageError("--data must name a folder");
  return {
    ...environment,
    ...(port !== undefined && { PORT: port }),
    ...(httpsPort !== undefined && { HTTPS_PORT: httpsPort }),
    ...(folder !== undefined && { VARDE_DATA: folder }),
  };
};

const checkPort = (option: string, given: string): void => {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return;
  throw new UsageError(`${option} must be a port from 0 to 65535, not "${given}"`);
};

const bankDefault = "http://127.0.0.1:8080";

/** Returns what is printed once the bank is up: its addresses, a customer, what to run next. */
const startText = (
  { addresses, warnings, controlToken }: RunningSandbox,
  settings: Settings,
  program: string,
): string => {
  const { http, https } = addresses;
  const { kari, ola } = dataSet.people;
  // A token from the environment is known to whoever set it, and stays out of the output.
  const token = settings.controlToken === undefined ? controlToken : undefined;
  const storage = settings.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  const { pathPrefix } = settings;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Interface", `${http}${pathPrefix}/v1`],
    ["", https === undefined ? undefined : `${https}${pathPrefix}/v1`],
    ["Console", http],
    ["Reference", `${http}/docs`],
    ["Control", `${http}/control/v1`],
    ["Your link", token === undefined ? undefined : `${http}/#control-token=${token}`],
    ["Data", `${settings.dataFolder} (${storage})`],
    ["Log", settings.logTo === "file" ? `${settings.dataFolder}/varde.log` : settings.logTo],
    ["Customer", `${kari.name}, number ${kari.customerNumber}, account ${kari.current.bban}`],
  ];
  const bank = http + pathPrefix;
  const payment = `--from ${kari.current.bban} --to ${ola.current.bban} --name "${ola.name}"`;
  return [
    "",
    "Varde sandbox: a Norwegian PSD2 bank for testing. No real money, no real people.",
    "",
    ...rows.flatMap(([label, text]) => (text === undefined ? [] : [formatRow(label, text)])),
    "",
    ...warnings.map((warning) => `  ! ${warning}`),
    ...(warnings.length === 0 ? [] : [""]),
    "Next, in another terminal:",
    "",
    // A TPP remembers the bank it was made at, so the second command needs no address.
    `  ${program} tpp new${bank === bankDefault ? "" : ` --bank ${bank}`}`,
    `  ${program} pay ${payment} --amount 249.50`,
    "",
    "Ctrl-C stops the bank.",
  ].join("\n");
};

const formatRow = (label: string, text: string): string => `  ${label.padEnd(11)}${text}`;
