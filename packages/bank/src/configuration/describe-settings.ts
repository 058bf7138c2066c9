import { environmentName, type Setting, type SettingTable } from "./setting.ts";

/** Returns the JSON Schema of a configuration file, for editors and for checks before a start. */
export const buildConfigurationSchema = (table: SettingTable): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Configuration of a Varde bank",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "the address of this schema, for editors" },
    ...mapValues(table, ({ schema, about, default: standard }) => ({
      ...schema,
      description: about,
      ...(standard !== undefined && typeof standard !== "function" && { default: standard }),
    })),
  },
});

/** Returns the settings as a Markdown table. */
export const formatSettings = (table: SettingTable): string =>
  [
    "| setting | variable | default | meaning |",
    "| --- | --- | --- | --- |",
    ...Object.entries(table).map(
      ([name, declared]) =>
        `| \`${name}\` | \`${environmentName(name, declared)}\` | ${formatDefault(declared)} | ` +
        `${declared.about} |`,
    ),
  ].join("\n");

/** Returns the default of a setting in Markdown. */
export const formatDefault = ({ default: standard, defaultText }: Setting): string =>
  defaultText ?? (standard === undefined ? "none" : `\`${String(standard)}\``);

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
