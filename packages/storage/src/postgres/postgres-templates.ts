import { isReading } from "../units/is-reading.ts";
import { textFor } from "../units/sql.ts";

interface NamedTemplate {
  /** The name of the prepared statement in each connection; empty if it is not prepared. */
  readonly name: string;
  readonly text: string;
  readonly reads: boolean;
}

/** Assigns each template its text and the name of its prepared statement, if it has one. */
export class PostgresTemplates {
  readonly #named = new Map<readonly string[], NamedTemplate>();
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
}
