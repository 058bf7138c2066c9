import assert from "node:assert";

/** What a statement may carry. Anything else is our own mistake and is asserted against. */
export type Parameter = string | bigint | number | null;

/** What a column holds when it is read: integers of any size come back as bigint. */
export type Value = string | bigint | null;

export type Engine = "sqlite" | "postgres";

/**
 * SQL text with its parameters apart. The template's identity (one per place in the source) is the
 * key under which each engine keeps it prepared.
 */
export interface Statement {
  readonly template: { readonly [engine in Engine]: readonly string[] };
  readonly parameters: readonly Parameter[];
}

/**
 * A statement in the SQL both engines speak. What is interpolated becomes a parameter, never text.
 * Rows are locked and lists are read as PostgreSQL does it; SQLite gets its own words for that.
 *
 * Where PostgreSQL cannot tell a parameter's type from its place, say it: `cast(${id} as text)`,
 * `cast(${amount} as bigint)`. Conditions are not columns: `case when … then 1 else 0 end`.
 */
export function sql(strings: TemplateStringsArray, ...parameters: Parameter[]): Statement {
  for (let at = 0; at < parameters.length; at += 1) {
    const parameter = parameters[at];
    if (typeof parameter === "string") {
      assertText(parameter, strings, at);
    } else if (typeof parameter === "bigint") {
      if (BigInt.asIntN(64, parameter) !== parameter) {
        refuse(strings, at, "is an integer of more than 64 bits");
      }
    } else if (typeof parameter === "number") {
      if (!Number.isSafeInteger(parameter)) refuse(strings, at, "is not a safe integer");
      // node:sqlite binds a number as a real; the columns are integers.
      parameters[at] = BigInt(parameter);
    } else if (parameter !== null) {
      refuse(strings, at, `is of type ${typeof parameter}`);
    }
  }
  return { template: { sqlite: strings, postgres: strings }, parameters };
}

/**
 * A statement that has to differ between the engines. Both forms take the same parameters in the
 * same order, so that one contract test covers both.
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

/** The text an engine is given: `?` on SQLite, `$1` and on on PostgreSQL. */
export function textFor(engine: Engine, template: readonly string[]): string {
  if (engine === "postgres") return template.reduce((text, part, at) => `${text}$${at}${part}`);
  return sqlitePhrases.reduce(
    (text, [postgres, sqlite]) => text.replaceAll(postgres, sqlite),
    template.join("?"),
  );
}

/** What PostgreSQL says, and SQLite otherwise. */
const sqlitePhrases: readonly (readonly [RegExp, string])[] = [
  // A unit that writes is alone on SQLite, so it locks no row.
  [/\s+for update(?: skip locked)?/g, ""],
  // One of the texts in a JSON list: as an array, so that PostgreSQL looks each up in the index.
  [
    /= any\(array\(\s*select json_array_elements_text\(cast\(\? as json\)\)\)\)/g,
    "in (select value from json_each(?))",
  ],
  // The elements of a JSON list, as rows.
  [/json_array_elements\(cast\(\? as json\)\)/g, "json_each(?)"],
];

/** PostgreSQL cannot hold U+0000, and both engines would turn a lone surrogate into U+FFFD. */
function assertText(parameter: string, strings: readonly string[], at: number): void {
  if (parameter.includes("\0")) refuse(strings, at, "has the character U+0000");
  if (!parameter.isWellFormed()) refuse(strings, at, "has half of a surrogate pair");
}

function refuse(strings: readonly string[], at: number, fault: string): never {
  assert.fail(`Parameter ${at + 1} of "${textFor("postgres", strings)}" ${fault}.`);
}
