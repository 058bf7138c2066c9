import {
  banksMax,
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
  settingsOfBanks,
  startSandboxes,
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
  usage: ["start [--port PORT] [--data FOLDER] [--config FILE] [--banks COUNT]"],
  about: [
    "Starts the sandbox bank and prints its addresses. It runs until you press Ctrl-C, and " +
      "stores its customers, payments and keys in the folder .varde.",
    "Other settings are read from the environment and from a configuration file. An invalid " +
      "setting stops the start. The settings in which banks differ, like the path prefix, are " +
      "listed by\n  varde config",
    "A second bank can run beside the first on another --port, with its own https port and data " +
      "folder. The other commands use the bank at http://127.0.0.1:8080 unless you give another " +
      "with --bank or VARDE_BANK. A TPP remembers the bank it was made at.",
    "--banks 3 starts three banks in this process, on ports that follow each other. The same " +
      "people have accounts at each. A TPP of one of them works at all, and has one clock there.",
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
    banks: { value: "COUNT", about: `How many banks to start: 1 to ${banksMax}. Default: 1.` },
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
    { line: "varde start --banks 3", about: "Three banks, for an app that talks to several" },
    { line: "varde start --config bank.json", about: "With your bank's settings" },
    { line: "DATABASE_URL=postgres://varde@localhost/varde varde start", about: "On PostgreSQL" },
  ],
  run: async (invocation) => {
    const { words, terminal, program } = invocation;
    refuseExtraArguments(words);
    const count = readCount(invocation.text("banks"));
    const settings = loadSettings({ ...invocation, environment: addOptions(invocation) });
    try {
      const banks = await startSandboxes(settings, count);
      const deleteAddresses = settingsOfBanks(settings, count).map(({ dataFolder }, at) =>
        storeAddress(dataFolder, (banks[at] ?? banks[0]).addresses.http),
      );
      stopOnSignal(async () => {
        for (const deleteAddress of deleteAddresses) deleteAddress();
        await Promise.all(banks.map((bank) => bank.close()));
      });
      // Printed last: once it is shown, the bank can be stopped.
      terminal.line(startText(banks, settings, program));
      const [{ addresses, warnings }] = banks;
      const { pathPrefix, dataFolder } = settings;
      const listed = count === 1 ? {} : { banks: banks.map(presentBank) };
      terminal.json({ addresses, pathPrefix, dataFolder, warnings, ...listed });
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      throw await explainInUse(error, settings, invocation, count);
    }
  },
};

/** Returns a clearer error if a bank, or another program, has the data folder or a port. */
const explainInUse = async (
  error: Error,
  settings: Settings,
  invocation: Invocation,
  count: number,
): Promise<CommandFailed> => {
  if (error instanceof DataFolderInUse) return folderInUse(settings, invocation, count);
  if (/ is in use; /.test(error.message)) {
    for (const own of settingsOfBanks(settings, count)) {
      const taken = await portInUse(own, invocation, count);
      if (taken !== undefined) return taken;
    }
  }
  return CommandFailed.because(error);
};

const readCount = (given: string | undefined): number => {
  const count = given === undefined ? 1 : Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= banksMax) return count;
  throw new UsageError(`--banks must be a number from 1 to ${banksMax}, not "${given}"`);
};

const presentBank = ({ addresses, dataSet: { bank, people } }: RunningSandbox) => ({
  name: bank.name,
  bankNumber: bank.bankNumber,
  addresses,
  account: people.kari.current.bban,
});

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
  banks: readonly [RunningSandbox, ...RunningSandbox[]],
  settings: Settings,
  program: string,
): readonly string[] => {
  const [{ addresses, controlToken }] = banks;
  const warnings = [...new Set(banks.flatMap((bank) => bank.warnings))];
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
    [
      "",
      banks.length === 1 ? undefined : `${settings.dataFolder}/bank-NUMBER for each of the others`,
    ],
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
    ...(banks.length === 1 ? [] : listBanks(banks)),
    ...warnings.map((warning) => `  ! ${warning}`),
    ...(warnings.length === 0 ? [] : [""]),
    "Next, in another terminal:",
    "",
    // A TPP remembers the bank it was made at, so the second command needs no address.
    `  ${program} tpp new${bank === bankDefault ? "" : ` --bank ${bank}`}`,
    `  ${program} pay ${payment} --amount 249.50`,
    "",
    banks.length === 1 ? "Ctrl-C stops the bank." : "Ctrl-C stops the banks.",
  ];
};

/** Lists all banks, the first one included, with an account of the same customer at each. */
const listBanks = (banks: readonly RunningSandbox[]): readonly string[] => [
  `The ${banks.length} banks, with ${dataSet.people.kari.name}'s account at each:`,
  "",
  ...banks.map(({ addresses, bank, dataSet: { people } }) => {
    const name = bank.configuration.bankName.padEnd(20);
    return `  ${name}${addresses.http.padEnd(24)}${people.kari.current.bban}`;
  }),
  "",
];

const formatRow = (label: string, text: string): string => `  ${label.padEnd(11)}${text}`;
