import { DatabaseError } from "pg";
import { isReading, textFor } from "../units/sql.ts";

interface NamedTemplate {
  /** The name of the prepared statement in each connection; empty if it is not prepared. */
  readonly name: string;
  readonly text: string;
  readonly reads: boolean;
}

/** Assigns each template its text and the name of its prepared statement, if it has one. */
export class PostgresTemplates {
  readonly #named = new Map<readonly string[], NamedTemplate>();
  readonly #required = new Map<readonly string[], readonly string[]>();
  readonly #arePrepared: boolean;

  constructor(arePrepared: boolean) {
    this.#arePrepared = arePrepared;
  }

  name(template: readonly string[]): NamedTemplate {
    const known = this.#named.get(template);
    if (known !== undefined) return known;
    const text = textFor("postgres", template);
    const named: NamedTemplate = {
      name: this.#arePrepared ? `s${this.#named.size}` : "",
      text,
      reads: isReading(text),
    };
    this.#named.set(template, named);
    return named;
  }

  /** Returns the form of a statement that fails with `noRowChanged` if it changes no row. */
  require(template: readonly string[]): NamedTemplate {
    const known = this.#required.get(template);
    if (known !== undefined) return this.name(known);
    const [first = "", ...rest] = template;
    const last = rest.pop();
    const parts =
      last === undefined
        ? [beforeRequired + first + afterRequired]
        : [beforeRequired + first, ...rest, last + afterRequired];
    this.#required.set(template, parts);
    return this.name(parts);
  }
}

/** The server's message quotes it, in its log too. */
const noRowChanged = "unit undone: no row changed";

const beforeRequired = "with changed as (";
const afterRequired = ` returning 1)
  select case count(*) when 0 then cast('${noRowChanged}' || count(*) as bigint) else count(*) end
    as changes
  from changed`;

/** Returns whether a query failed because a required statement changed no row. */
export const isNoRowChanged = (error: unknown): boolean =>
  error instanceof DatabaseError && error.message.includes(noRowChanged);
