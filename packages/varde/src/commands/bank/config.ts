import {
  buildConfigurationSchema,
  environmentName,
  type SettingTable,
  sandboxSettings,
} from "@varde/sandbox";
import { loadServerSettings, serverSettings } from "@varde/server";
import { type Command, type Invocation, refuseExtraArguments } from "../../command.ts";
import { configurationOption, listReadyMade } from "../../configuration/find-configuration.ts";
import { failIfRefused, loadSettings } from "../../configuration/load-settings.ts";
import { generalOptions } from "../../options.ts";

export const config: Command = {
  usage: ["config [--config FILE] [--production]", "config --schema [--production]"],
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
    schema: { about: "Print the JSON Schema of configuration files." },
    ...generalOptions,
  },
  examples: [
    { line: "varde config" },
    { line: "VARDE_PATH_PREFIX=/api varde config --config bank.json" },
    { line: "varde config --schema > configuration.schema.json" },
    { line: "varde config --production --config bank.yaml" },
  ],
  run: async (invocation) => {
    const { words, terminal, has } = invocation;
    refuseExtraArguments(words);
    const table: SettingTable = has("production") ? serverSettings : sandboxSettings;
    if (has("schema")) {
      const schema = buildConfigurationSchema(table);
      terminal.line(JSON.stringify(schema, undefined, 2));
      return terminal.json(schema);
    }
    const { values, sources, warnings } = has("production")
      ? loadProductionSettings(invocation)
      : loadSandboxSettings(invocation);
    const rows = Object.entries(table).map(([name, declared]) => {
      const value = values[name];
      const shown = declared.isSecret && value !== undefined ? "(set)" : value;
      return { name, variable: environmentName(name, declared), value: shown, from: sources[name] };
    });
    const cells = rows.map(({ name, variable, value, from }) => [
      name,
      from === undefined || from === "default" ? `default (${variable})` : from,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
    terminal.table(["SETTING", "FROM", "VALUE"], cells);
    for (const warning of warnings) terminal.note(warning);
    terminal.json({ settings: rows, warnings });
  },
};

interface ShownSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

const loadSandboxSettings = (invocation: Invocation): ShownSettings => {
  const { sources, warnings, ...values } = loadSettings(invocation);
  return { values, sources, warnings };
};

/** Reads the settings of `varde serve`. Invalid settings end the command. */
const loadProductionSettings = ({ text, environment }: Invocation): ShownSettings =>
  failIfRefused(() => loadServerSettings(text("config"), environment));
