import assert from "node:assert";

/** Stands for the time of the database's clock, bound when the storage runs a statement. */
export const databaseTime = Symbol("the time of the database's clock");

/** A value that a statement may carry. Anything else is our own mistake and fails an assertion. */
export type Parameter = string | bigint | number | null;

/** A parameter as the storage receives it. */
export type BoundParameter = Parameter | typeof databaseTime;

/** A value of a column: integers of any size are read as bigint. */
export type Value = string | bigint | null;

export type Engine = "sqlite" | "postgres";

/** The text between the parameters, for each engine. */
type Template = { readonly [engine in Engine]: readonly string[] };

/**
 * SQL text, with its parameters apart from it. The identity of the template (one for each place in
 * the source) is the key under which each engine stores the prepared statement.
 */
export interface Statement {
  readonly template: Template;
  readonly parameters: readonly BoundParameter[];
}

/** A part of a statement that can be interpolated into others. */
export class Fragment {
  readonly template: Template;
  readonly parameters: readonly BoundParameter[];

  constructor({ template, parameters }: Statement) {
    this.template = template;
    this.parameters = parameters;
  }
}

/**
 * Writes a statement in the SQL that both engines understand. An interpolated value becomes a
 * parameter, never text; a fragment is inserted.
 *
 * If PostgreSQL cannot infer the type of a parameter from its place, cast it:
 * `cast(${id} as text)`, `cast(${amount} as bigint)`. A condition is not a column: write
 * `case when … then 1 else 0 end`.
 */
export function sql(strings: TemplateStringsArray, ...values: (Parameter | Fragment)[]): Statement {
  return buildStatement(strings, values);
}

/** Builds a statement like `sql`, from a list of values that it may change. */
export function buildStatement(
  strings: TemplateStringsArray,
  values: (Parameter | Fragment)[],
): Statement {
  let hasFragment = false;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (typeof value === "string") {
      assertText(value, strings, at);
    } else if (typeof value === "bigint") {
      if (BigInt.asIntN(64, value) !== value) {
        refuse(strings, at, "is an integer of more than 64 bits");
      }
    } else if (typeof value === "number") {
      if (!Number.isSafeInteger(value)) refuse(strings, at, "is not a safe integer");
      // node:sqlite binds a number as a real; the columns are integers.
      values[at] = BigInt(value);
    } else if (value instanceof Fragment) {
      hasFragment = true;
    } else if (value !== null) {
      refuse(strings, at, `is of type ${typeof value}`);
    }
  }
  if (hasFragment) return compose(strings, values);
  return {
    template: { sqlite: strings, postgres: strings },
    parameters: values as readonly Parameter[],
  };
}

/**
 * Writes a part of a statement, for text that several statements share.
 *
 * @example
 * const open = fragment`status = 'sent' and world_id = ${worldId}`;
 * sql`select count(*) as count from ledger_instruction where ${open}`;
 */
export const fragment = (
  strings: TemplateStringsArray,
  ...values: (Parameter | Fragment)[]
): Fragment => new Fragment(sql(strings, ...values));

/**
 * The time of the database's clock when it receives the statement, in epoch milliseconds. What
 * several processes share is decided by it, never by the clock of one of them.
 *
 * @example
 * sql`update outbox set claimed_until = ${databaseNow} + ${leaseMs}
 *   where claimed_until <= ${databaseNow}`;
 */
export const databaseNow = new Fragment({
  template: {
    sqlite: ["cast(", " as integer)"],
    // Null, except where a test has set the clock. Stable, so that it can be compared by an index.
    postgres: [
      "coalesce(cast(",
      ` as bigint), cast(floor(extract(epoch from statement_timestamp()) * 1000) as bigint))`,
    ],
  },
  parameters: [databaseTime],
});

/** Statements with fragments that were composed before, so that each has one template. */
const composed = new WeakMap<
  readonly string[],
  { readonly fragments: readonly (Template | undefined)[]; readonly template: Template }[]
>();

function compose(
  strings: TemplateStringsArray,
  values: readonly (Parameter | Fragment)[],
): Statement {
  const parameters: BoundParameter[] = [];
  for (const value of values) {
    if (value instanceof Fragment) parameters.push(...value.parameters);
    else parameters.push(value);
  }
  const known = composed.get(strings) ?? [];
  for (const { fragments, template } of known) {
    if (haveTemplates(values, fragments)) return { template, parameters };
  }
  composed.set(strings, known);
  const fragments = values.map(fragmentTemplate);
  const template = {
    sqlite: spliced("sqlite", strings, fragments),
    postgres: spliced("postgres", strings, fragments),
  };
  known.push({ fragments, template });
  return { template, parameters };
}

const fragmentTemplate = (value: Parameter | Fragment): Template | undefined =>
  value instanceof Fragment ? value.template : undefined;

/** Whether the fragments among the values have these templates. */
function haveTemplates(
  values: readonly (Parameter | Fragment)[],
  templates: readonly (Template | undefined)[],
): boolean {
  for (let at = 0; at < values.length; at += 1) {
    const [left, right] = [fragmentTemplate(values[at] ?? null), templates[at]];
    if (left?.sqlite !== right?.sqlite || left?.postgres !== right?.postgres) return false;
  }
  return true;
}

function spliced(
  engine: Engine,
  strings: readonly string[],
  fragments: readonly (Template | undefined)[],
): readonly string[] {
  const parts = [strings[0] ?? ""];
  for (const [at, inserted] of fragments.entries()) {
    const [first = "", ...rest] = inserted?.[engine] ?? ["", ""];
    parts.push(`${parts.pop() ?? ""}${first}`, ...rest);
    parts.push(`${parts.pop() ?? ""}${strings[at + 1] ?? ""}`);
  }
  return parts;
}

/**
 * Combines the two forms of a statement that has to differ between the engines. Both take the same
 * parameters in the same order, so that one test covers both.
 */
export function perEngine(forms: { readonly [engine in Engine]: Statement }): Statement {
  const { sqlite, postgres } = forms;
  const same =
    sqlite.parameters.length === postgres.parameters.length &&
    sqlite.parameters.every((parameter, at) => parameter === postgres.parameters[at]);
  assert.ok(same, "The two forms of a statement take the same parameters in the same order.");
  return {
    template: { sqlite: sqlite.template.sqlite, postgres: postgres.template.postgres },
    parameters: sqlite.parameters,
  };
}

const templates = new Map<string, TemplateStringsArray>();

/** Returns a statement with a question mark for each parameter; each text has one template. */
export function createStatement(text: string, parameters: readonly Parameter[]): Statement {
  let strings = templates.get(text);
  if (strings === undefined) {
    const parts = text.split("?");
    strings = Object.assign(parts, { raw: parts });
    templates.set(text, strings);
  }
  return buildStatement(strings, [...parameters]);
}

/** Returns the text for an engine, with `?` for parameters on SQLite and `$1` on PostgreSQL. */
export function textFor(engine: Engine, template: readonly string[]): string {
  if (engine === "sqlite") return template.join("?");
  return template.reduce((text, part, at) => `${text}$${at}${part}`);
}

/** PostgreSQL cannot store U+0000, and both engines would turn a lone surrogate into U+FFFD. */
function assertText(parameter: string, strings: readonly string[], at: number): void {
  if (parameter.includes("\0")) refuse(strings, at, "has the character U+0000");
  if (!parameter.isWellFormed()) refuse(strings, at, "has half of a surrogate pair");
}

function refuse(strings: readonly string[], at: number, fault: string): never {
  assert.fail(`Parameter ${at + 1} of "${textFor("postgres", strings)}" ${fault}.`);
}

/** Returns whether a statement only reads: a reading unit may contain nothing else. */
export function isReading(text: string): boolean {
  return (
    /^\s*(select|with|values)\b/i.test(text) &&
    !/\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text)
  );
}
