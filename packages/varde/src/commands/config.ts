import {
  buildConfigurationSchema,
  environmentName,
  type Setting,
  type Settings,
  sandboxSettings,
} from "@varde/sandbox";
import type { Command } from "../command.ts";
import { configurationOption, listReadyMade } from "../find-configuration.ts";
import { loadSettings } from "../load-settings.ts";
import { generalOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";
import { formatTable } from "../terminal/format-table.ts";

export const config: Command = {
  usage: ["config [--config FILE]", "config --schema"],
  about: [
    "Shows every setting that varde start would use, and where each comes from: an environment " +
      "variable, the configuration file, or its default. Environment variables win over the " +
      "file. Nothing is started.",
    "A configuration file is a JSON object with the names in the first column. --schema prints " +
      "its JSON Schema, for editors. These files are ready-made, one for each known difference " +
      `between banks; use their names with --config: ${listReadyMade().join(", ")}.`,
  ],
  options: {
    ...configurationOption,
    schema: { type: "boolean", about: "Print the JSON Schema of configuration files." },
    ...generalOptions,
  },
  examples: [
    { line: "varde config" },
    { line: "VARDE_PATH_PREFIX=/api varde config --config bank.json" },
    { line: "varde config --schema > configuration.schema.json" },
  ],
  run: async (invocation) => {
    const { words, terminal, has } = invocation;
    refuseExtraArguments(words);
    if (has("schema")) {
      const schema = buildConfigurationSchema(sandboxSettings);
      terminal.line(JSON.stringify(schema, undefined, 2));
      return terminal.json(schema);
    }
    const settings = loadSettings(invocation);
    const rows = Object.entries<Setting>(sandboxSettings).map(([name, declared]) => {
      const { [name]: value, sources } = settings as Settings & Record<string, unknown>;
      const shown = declared.isSecret && value !== undefined ? "(set)" : value;
      const from = sources[name as keyof typeof sources];
      return { name, variable: environmentName(name, declared), value: shown, from };
    });
    const cells = rows.map(({ name, variable, value, from }) => [
      name,
      from === "default" ? `default (${variable})` : from,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
    for (const line of formatTable(["SETTING", "FROM", "VALUE"], cells)) terminal.line(line);
    for (const warning of settings.warnings) terminal.note(warning);
    terminal.json({ settings: rows, warnings: settings.warnings });
  },
};
