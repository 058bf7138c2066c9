import { secretReferenceSchema } from "./secret-reference.ts";
import { environmentName, type Setting, type SettingTable } from "./setting.ts";

/** Returns the JSON Schema of a configuration file, for editors and for checks before a start. */
export const buildConfigurationSchema = (table: SettingTable): object => {
  const { properties, ...group } = buildGroupSchema(table);
  const $schema = { type: "string", description: "the address of this schema, for editors" };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of a Varde bank",
    ...group,
    properties: { $schema, ...properties },
  };
};

interface GroupSchema {
  readonly type: "object";
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

/** Returns the schema of the settings of a group; names with dots are in groups inside it. */
const buildGroupSchema = (table: SettingTable): GroupSchema => {
  const groups = Object.groupBy(Object.entries(table), ([name]) => name.split(".")[0] ?? "");
  const properties: Record<string, object> = {};
  for (const [name, members = []] of Object.entries(groups)) {
    const declared = table[name];
    const inside = members.map(([each, setting]) => [each.slice(name.length + 1), setting]);
    properties[name] =
      declared === undefined
        ? buildGroupSchema(Object.fromEntries(inside))
        : buildSettingSchema(declared);
  }
  const required = Object.keys(properties).filter((name) => table[name]?.isRequired);
  return {
    type: "object",
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
};

const buildSettingSchema = ({ schema, about, default: standard, isIndirect }: Setting): object => ({
  ...(isIndirect ? secretReferenceSchema : schema),
  description: about,
  ...(standard !== undefined && typeof standard !== "function" && { default: standard }),
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
