import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import {
  compileSchema,
  describeSchema,
  findPointerLine,
  formatPointer,
  isInvalid,
  nearestName,
  parseJson,
  type Schema,
} from "@varde/protocol";
import { ConfigurationRefused } from "./configuration-refused.ts";
import { environmentName, type Setting, type SettingTable, type SettingValues } from "./setting.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Where settings are read from. The environment wins over the file, the file over defaults. */
export interface ConfigurationOrigins {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of a JSON file. */
  readonly file?: string | undefined;
}

export interface LoadedConfiguration<Table extends SettingTable> {
  readonly values: SettingValues<Table>;
  /** Where each value comes from: an environment variable, the file, or "default". */
  readonly sources: { readonly [Name in keyof Table]: string };
  /** Environment variables that look like misspelt settings. */
  readonly warnings: readonly string[];
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
  { environment, file }: ConfigurationOrigins,
): LoadedConfiguration<Table> => {
  const { fields, placeOf } = file === undefined ? noFile : readFields(file);
  const faults = unknownFields(fields, table).map(
    (name) => `${placeOf(name)}"${name}" is not a setting${suggest(name, Object.keys(table))}`,
  );
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const [name, declared] of Object.entries(table)) {
    const variable = environmentName(name, declared);
    const text = environment[variable];
    if (text !== undefined && text !== "") {
      values[name] = readText(declared.schema, text);
      sources[name] = variable;
      faults.push(...findFault(variable, declared, values[name]));
    } else if (file !== undefined && Object.hasOwn(fields, name)) {
      values[name] = declared.isPath ? startAt(dirname(file), fields[name]) : fields[name];
      sources[name] = file;
      faults.push(...findFault(placeOf(name) + name, declared, fields[name]));
    } else {
      values[name] = defaultValue(declared, values);
      sources[name] = "default";
    }
  }
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  return { values, sources, warnings: misspeltVariables(table, environment) } as never;
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
  if (isValid(schema, value)) return;
  const shown = isSecret ? "" : `, not ${JSON.stringify(value)}`;
  yield `${where} must be ${describeSchema(schema)}${shown}.`;
}

const isValid = (schema: Schema, value: unknown): boolean =>
  compileSchema(schema).validateFast(value) === true;

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

/** Lets relative paths start at a folder. Leaves other values for the schema to refuse. */
const startAt = (folder: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => startAt(folder, item));
  return typeof value === "string" && !isAbsolute(value) ? join(folder, value) : value;
};

interface FileFields {
  readonly fields: Fields;
  /** Returns the file and line of a field, to start a sentence with. */
  placeOf(name: string): string;
}

const noFile: FileFields = { fields: {}, placeOf: () => "" };

const readFields = (file: string): FileFields => {
  const bytes = readBytes(file);
  const read = parseJson(bytes);
  if (isInvalid(read)) throw new ConfigurationRefused(`${file} ${read.reason}.`);
  const fields = read;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    throw new ConfigurationRefused(`${file} must contain one JSON object with settings.`);
  }
  const text = bytes.toString();
  return {
    fields: fields as Fields,
    placeOf: (name) => `${file} line ${findPointerLine(text, formatPointer([name]))}: `,
  };
};

const readBytes = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(`The configuration file ${file} cannot be read (${code}).`);
  }
};

/** Editors find the JSON Schema of a file by its field $schema. */
const unknownFields = (fields: Fields, table: SettingTable): readonly string[] =>
  Object.keys(fields).filter((name) => name !== "$schema" && !Object.hasOwn(table, name));

const suggest = (name: string, known: readonly string[]): string => {
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
