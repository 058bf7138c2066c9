import { type Schema, type Static, schemaType } from "@varde/protocol";

/** Declares a setting once: loader, JSON Schema, reference and `varde config` derive from it. */
export interface Setting<Value = unknown> {
  /** Schema of the value in a file; its description says what is expected, as a noun phrase. */
  readonly schema: Schema;
  /** The value if none is given, or a function that derives it from the settings above it. */
  readonly default: Value | ((above: Readonly<Record<string, unknown>>) => Value);
  /** The default in words, where the value itself does not say it. */
  readonly defaultText?: string;
  /** The environment variable, if it is not VARDE_ and the name in capitals. */
  readonly environment?: string;
  /** The meaning, in Markdown. */
  readonly about: string;
  /**
   * Whether it names files or folders, or which fields of it do; in a configuration file they start
   * at its folder.
   */
  readonly isPath?: true | readonly string[];
  /** Whether the value must not be printed. */
  readonly isSecret?: true;
  /** Whether a configuration file names the place of the value, a file or a variable, instead. */
  readonly isIndirect?: true;
  /** Whether it must be given; in a group, only if another setting of the group is given. */
  readonly isRequired?: true;
}

/** Settings by name. A name with dots, like `sca.oidc.issuer`, is in groups of the file. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The values of a table of settings. */
export type SettingValues<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

type Frozen<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;

type ValueOf<Type extends Schema> = Frozen<Static<Type>>;
type Declaration<Value> = Omit<Setting<Value>, "schema">;

export const setting = <Type extends Schema>(
  schema: Type,
  declaration: Declaration<ValueOf<Type>>,
): Setting<ValueOf<Type>> => ({ schema, ...declaration });

/** Declares a setting that may be absent. */
export const optionalSetting = <Type extends Schema>(
  schema: Type,
  declaration: Omit<Declaration<ValueOf<Type> | undefined>, "default">,
): Setting<ValueOf<Type> | undefined> => ({ schema, default: undefined, ...declaration });

/** Declares a setting that must be given; one of a group has a value only if the group is used. */
export const requiredSetting = <Type extends Schema>(
  schema: Type,
  declaration: Omit<Declaration<ValueOf<Type>>, "default">,
): Setting<ValueOf<Type>> => ({
  schema,
  // The loader refuses a configuration without it.
  default: undefined as never,
  defaultText: "required",
  isRequired: true,
  ...declaration,
});

/** Declares a secret text, which a configuration file names as `{ file }` or `{ env }`. */
export const secretSetting = (
  declaration: Omit<Declaration<string | undefined>, "default">,
  schema: Schema = schemaType.string({ minLength: 1 }),
): Setting<string | undefined> => ({
  schema,
  default: undefined,
  isSecret: true,
  isIndirect: true,
  ...declaration,
});

/** Returns the name of the environment variable of a setting. */
export const environmentName = (name: string, { environment }: Setting): string =>
  environment ??
  `VARDE_${name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll(".", "_")
    .toUpperCase()}`;
