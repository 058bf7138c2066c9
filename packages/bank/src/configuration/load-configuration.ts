import { dirname, isAbsolute, join, resolve } from "node:path";
import {
  compileSchema,
  describeSchema,
  isInvalid,
  matchSimpleSchema,
  nearestName,
  type Schema,
} from "@varde/protocol";
import { ConfigurationRefused } from "./configuration-refused.ts";
import { type Fields, type FileFields, isFields, readJsonFields } from "./json-fields.ts";
import { readSecret } from "./secret-reference.ts";
import { environmentName, type Setting, type SettingTable, type SettingValues } from "./setting.ts";

/** Where settings are read from. The environment wins over the file, the file over defaults. */
export interface ConfigurationOrigins {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** If true, a variable is read only where a file names it, as in `{ env: NAME }`. */
  readonly isNamedEnvironment?: boolean;
  /** Path of the configuration file. */
  readonly file?: string | undefined;
  /** A file that several banks share. Its settings count where `file` does not have them. */
  readonly sharedFile?: string | undefined;
  /** Reads the file; by default it is JSON. */
  readonly readFields?: (file: string) => FileFields;
}

export interface LoadedConfiguration<Table extends SettingTable> {
  readonly values: SettingValues<Table>;
  /** Where each value comes from: an environment variable, the file, or "default". */
  readonly sources: { readonly [Name in keyof Table]: string };
  /** Environment variables that look like misspelt settings. */
  readonly warnings: readonly string[];
  /** The file, and those that it names for secrets. */
  readonly files: readonly string[];
  /** Returns the file and position of a setting, or of its group, to start a sentence with. */
  placeOf(name: string): string;
}

/**
 * Reads the settings of a table.
 *
 * @example
 * const origins = { environment: process.env, file: "bank.json" };
 * const { values } = loadConfiguration(bankSettings, origins);
 *
 * @throws ConfigurationRefused with one line for each fault.
 */
export const loadConfiguration = <Table extends SettingTable>(
  table: Table,
  origins: ConfigurationOrigins,
): LoadedConfiguration<Table> => {
  const { environment, isNamedEnvironment = false } = origins;
  const layers = readLayers(origins);
  const faults = layers.flatMap(({ fields, placeOf }) => [
    ...unknownFields(fields, table, placeOf).take(unknownFieldsMax),
  ]);
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  const files = layers.map(({ file }) => file);
  for (const [name, declared] of Object.entries(table)) {
    const variable = environmentName(name, declared);
    const text = isNamedEnvironment ? undefined : environment[variable];
    const path = name.split(".");
    const layer = layers.find(({ fields }) => findField(fields, path) !== undefined);
    if (text !== undefined && text !== "") {
      values[name] = readText(declared.schema, text);
      sources[name] = variable;
      faults.push(...findFault(variable, declared, values[name]));
    } else if (layer !== undefined) {
      const folder = dirname(layer.file);
      const written = findField(layer.fields, path);
      const value = declared.isIndirect ? readSecret(written, folder, environment) : written;
      const secretFile = declared.isIndirect && isFields(written) ? written.file : undefined;
      if (typeof secretFile === "string") files.push(resolve(folder, secretFile));
      values[name] = startPaths(folder, value, declared);
      sources[name] = layer.file;
      faults.push(...findFault(layer.placeOf(path) + name, declared, value));
    } else {
      values[name] = defaultValue(declared, values);
      sources[name] = "default";
    }
  }
  faults.push(...missingSettings(table, sources, layers));
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  const warnings = isNamedEnvironment ? [] : misspeltVariables(table, environment);
  const placeOf = (name: string) => findPlace(layers, name.split("."));
  return { values, sources, warnings, files, placeOf } as never;
};

/** The content of a configuration file, and its path. */
interface Layer extends FileFields {
  readonly file: string;
}

const readLayers = ({
  file,
  sharedFile,
  readFields = readJsonFields,
}: ConfigurationOrigins): readonly Layer[] =>
  [file, sharedFile]
    .filter((path) => path !== undefined)
    .map((path) => ({ ...readFields(path), file: path }));

/** Returns the place in the file that has the setting; in the first if none has it. */
const findPlace = (layers: readonly Layer[], path: readonly string[]): string => {
  const layer = layers.find(({ fields }) => findField(fields, path) !== undefined) ?? layers[0];
  return layer?.placeOf(path) ?? "";
};

/** Returns the defaults of a table of settings. */
export const defaultValues = <Table extends SettingTable>(table: Table): SettingValues<Table> =>
  loadConfiguration(table, { environment: {} }).values;

/** Yields what is wrong with a value: a sentence that starts with where it was given. */
export function* findFault(
  where: string,
  { schema, isSecret }: Setting,
  value: unknown,
): Generator<string> {
  if (isInvalid(value)) yield `${where} ${value.reason}`;
  else if (isValid(schema, value)) return;
  else if (!isSecret && isComposed(schema, value)) yield* findPartFaults(where, schema, value);
  else {
    const shown = isSecret ? "" : `, not ${JSON.stringify(value)}`;
    yield `${where} must be ${describeSchema(schema)}${shown}.`;
  }
}

/** Whether the parts of a value explain it better than one description of the whole. */
const isComposed = (schema: Schema, value: unknown): boolean =>
  Reflect.has(schema, "properties") &&
  !Reflect.has(schema, "description") &&
  typeof value === "object";

/** Yields a sentence for each part of a value that is wrong, with the path of the part. */
function* findPartFaults(where: string, schema: Schema, value: unknown): Generator<string> {
  const validate = compileSchema(schema).completeValidator();
  validate(value);
  for (const { instancePath, keyword, params, parentSchema, data } of validate.errors ?? []) {
    const path = `${where}${instancePath.replaceAll("/", ".")}`;
    if (keyword === "additionalProperties") {
      const name = String(params.additionalProperty);
      const known = Object.keys(Reflect.get(parentSchema ?? {}, "properties") ?? {});
      yield `${path} has no field "${name}"${suggest(name, known)}`;
    } else {
      const expected = describeSchema(parentSchema ?? schema);
      yield `${path} must be ${expected}, not ${JSON.stringify(data)}.`;
    }
  }
}

const isValid = (schema: Schema, value: unknown): boolean =>
  matchSimpleSchema(schema, value) ?? compileSchema(schema).validateFast(value) === true;

const defaultValue = ({ default: standard }: Setting, above: Fields): unknown =>
  typeof standard === "function" ? standard(above) : standard;

/** Reads the text of a variable: as it is if that is valid, else as a list or as JSON. */
const readText = (schema: Schema, text: string): unknown => {
  if (isValid(schema, text)) return text;
  if (Reflect.get(schema, "type") === "array" && !text.startsWith("[")) {
    return text.split(",").map((item) => item.trim());
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Lets the relative paths of a setting start at a folder. */
const startPaths = (folder: string, value: unknown, { isPath }: Setting): unknown => {
  if (isPath === undefined) return value;
  if (isPath === true) return startAt(folder, value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const named = Object.entries(value).filter(([name]) => isPath.includes(name));
  return {
    ...value,
    ...Object.fromEntries(named.map(([name, path]) => [name, startAt(folder, path)])),
  };
};

/** Lets relative paths start at a folder. Leaves other values for the schema to refuse. */
const startAt = (folder: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => startAt(folder, item));
  if (isFields(value)) {
    const entries = Object.entries(value).map(([key, item]) => [key, startAt(folder, item)]);
    return Object.fromEntries(entries);
  }
  return typeof value === "string" && !isAbsolute(value) ? join(folder, value) : value;
};

/** Returns the value at a path of the file; undefined if it is missing. */
const findField = (fields: Fields, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (isFields(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    fields,
  );

/** How many unknown names of a file are reported: each is looked for among all settings. */
const unknownFieldsMax = 50;

/** Yields a sentence for each key of the file that names neither a setting nor a group of them. */
function* unknownFields(
  fields: Fields,
  table: SettingTable,
  placeOf: FileFields["placeOf"],
  group: readonly string[] = [],
): Generator<string> {
  for (const [key, value] of Object.entries(fields)) {
    const path = [...group, key];
    const name = path.join(".");
    const isKnown = Object.hasOwn(table, name) && !key.includes(".");
    // Editors find the JSON Schema of a file by its field $schema.
    if (isKnown || name === "$schema") continue;
    const members = Object.keys(table).filter((each) => each.startsWith(`${name}.`));
    if (members.length === 0 || key.includes(".")) {
      yield `${placeOf(path)}"${name}" is not a setting${suggest(name, listNames(table))}`;
    } else if (isFields(value)) {
      yield* unknownFields(value, table, placeOf, path);
    } else {
      const names = new Set(members.map((each) => each.split(".")[path.length]));
      yield `${placeOf(path)}${name} must contain settings: ${[...names].join(", ")}.`;
    }
  }
}

/** Returns the names of the settings and of their groups. */
const listNames = (table: SettingTable): ReadonlySet<string> =>
  new Set(
    Object.keys(table).flatMap((name) => {
      const steps = name.split(".");
      return steps.map((_, at) => steps.slice(0, at + 1).join("."));
    }),
  );

/** Yields a sentence for each required setting that is missing although its group is used. */
function* missingSettings(
  table: SettingTable,
  sources: Readonly<Record<string, string>>,
  layers: readonly Layer[],
): Generator<string> {
  for (const [name, { isRequired, about }] of Object.entries(table)) {
    if (!isRequired || sources[name] !== "default") continue;
    const group = name.split(".").slice(0, -1);
    const prefix = group.map((step) => `${step}.`).join("");
    const isUsed = Object.entries(sources).some(
      ([other, source]) => other.startsWith(prefix) && source !== "default",
    );
    const isGroup = layers.some(({ fields }) => isFields(findField(fields, group)));
    if (group.length > 0 && !isUsed && !isGroup) continue;
    yield `${layers[0]?.placeOf(group) ?? ""}${name} is missing: ${about}.`;
  }
}

const suggest = (name: string, known: Iterable<string>): string => {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "." : `; did you mean "${nearest}"?`;
};

/** Other variables may start with VARDE_ too, so a misspelt one is not refused. */
const misspeltVariables = (
  table: SettingTable,
  environment: ConfigurationOrigins["environment"],
): readonly string[] => {
  const known = Object.entries(table).map(([name, declared]) => environmentName(name, declared));
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith("VARDE_") || known.includes(name)) return [];
    const nearest = nearestName(name, known);
    return nearest === undefined ? [] : [`${name} is not a setting; did you mean ${nearest}?`];
  });
};
