import {
  buildConfigurationSchema,
  environmentName,
  type SettingTable,
  sandboxSettings,
} from "@varde/sandbox";
import { loadServerSettings, memberSettings, processSettings, serverSettings } from "@varde/server";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
} from "../../command.ts";
import {
  chooseMembers,
  findInstallation,
  oneBankOption,
} from "../../configuration/choose-banks.ts";
import { configurationOption, listReadyMade } from "../../configuration/find-configuration.ts";
import { failIfRefused, loadSettings } from "../../configuration/load-settings.ts";
import { generalOptions } from "../../options.ts";

export const config: Command = {
  usage: [
    "config [--config FILE] [--production]",
    "config --config FOLDER --bank NAME",
    "config --schema [--production]",
  ],
  about: [
    "Shows every setting that varde start would use, and where each comes from: an environment " +
      "variable, the configuration file, or its default. Environment variables win over the " +
      "file. Nothing is started.",
    "--production shows the settings of varde serve instead, whose file may be YAML too.",
    "A configuration file is a JSON object with the names in the first column. --schema prints " +
      "its JSON Schema, for editors. These files are ready-made, one for each known difference " +
      `between banks; use their names with --config: ${listReadyMade().join(", ")}.`,
  ],
  options: {
    ...configurationOption,
    production: { about: "The settings of a bank in production (varde serve)." },
    ...oneBankOption,
    schema: { about: "Print the JSON Schema of configuration files." },
    ...generalOptions,
  },
  examples: [
    { line: "varde config" },
    { line: "VARDE_PATH_PREFIX=/api varde config --config bank.json" },
    { line: "varde config --schema > configuration.schema.json" },
    { line: "varde config --production --config bank.yaml" },
    { line: "varde config --config banks/ --bank fjordvik", about: "A bank of a folder" },
  ],
  run: async (invocation) => {
    const { words, terminal, has } = invocation;
    refuseExtraArguments(words);
    if (has("schema")) {
      const schema = buildConfigurationSchema(has("production") ? serverSettings : sandboxSettings);
      terminal.line(JSON.stringify(schema, undefined, 2).split("\n"));
      return terminal.json(schema);
    }
    const { table, values, sources, warnings, isNamedEnvironment } =
      (await loadMemberSettings(invocation)) ??
      (has("production") ? loadProductionSettings(invocation) : loadSandboxSettings(invocation));
    const rows = Object.entries(table).map(([name, declared]) => {
      const value = values[name];
      const shown = declared.isSecret && value !== undefined ? "(set)" : value;
      const from = sources[name];
      if (isNamedEnvironment) return { name, value: shown, from };
      return { name, variable: environmentName(name, declared), value: shown, from };
    });
    const cells = rows.map(({ name, variable, value, from }) => [
      name,
      from !== undefined && from !== "default"
        ? from
        : `default${variable === undefined ? "" : ` (${variable})`}`,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
    terminal.table(["SETTING", "FROM", "VALUE"], cells);
    for (const warning of warnings) terminal.note(warning);
    terminal.json({ settings: rows, warnings });
  },
};

interface ShownSettings {
  readonly table: SettingTable;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Whether variables set nothing, unless a file names them. */
  readonly isNamedEnvironment?: boolean;
}

const loadSandboxSettings = (invocation: Invocation): ShownSettings => {
  const { sources, warnings, ...values } = loadSettings(invocation);
  return { table: sandboxSettings, values, sources, warnings };
};

/** Reads the settings of `varde serve`. Invalid settings end the command. */
const loadProductionSettings = ({ text, environment }: Invocation): ShownSettings => ({
  table: serverSettings,
  ...failIfRefused(() => loadServerSettings(text("config"), environment)),
});

/** Reads the settings of a bank of a folder; undefined if --config does not name a folder. */
const loadMemberSettings = async (invocation: Invocation): Promise<ShownSettings | undefined> => {
  const installation = await findInstallation(invocation);
  if (installation === undefined) return undefined;
  const { warnings, sources: ofProcess } = installation;
  const [member] = chooseMembers(installation, invocation, "one");
  if (member?.loaded === undefined) throw new CommandFailed(member?.faults ?? []);
  const { values, sources: own } = member.loaded;
  const sources = Object.fromEntries(
    Object.keys(memberSettings).map((name) => [
      name,
      (Object.hasOwn(processSettings, name) ? ofProcess[name] : own[name]) ?? "default",
    ]),
  );
  const all = [...warnings, ...member.faults];
  return { table: memberSettings, values, sources, warnings: all, isNamedEnvironment: true };
};
