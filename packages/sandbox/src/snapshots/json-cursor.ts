/** The text is not JSON, or not what the reader expects; the message says which. */
export class MalformedJson extends Error {}

const depthMax = 8;
const nameCharactersMax = 1_000;

/**
 * Reads a JSON text in pieces: objects field by field, arrays item by item, and small values with
 * `JSON.parse`. Takes time in proportion to the text, whatever is in it.
 */
export class JsonCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Yields the names of an object. The caller reads each value before it asks for the next. */
  *fields(): Generator<string, void> {
    this.#expect("{");
    if (this.#take("}")) return;
    do {
      const name = this.value(nameCharactersMax);
      if (typeof name !== "string") throw notJson();
      this.#expect(":");
      yield name;
    } while (this.#take(","));
    this.#expect("}");
  }

  /** Yields once for each item of an array. The caller reads it before it asks for the next. */
  *items(): Generator<void, void> {
    this.#expect("[");
    if (this.#take("]")) return;
    do yield;
    while (this.#take(","));
    this.#expect("]");
  }

  /** Parses a value of at most so many characters. */
  value(charactersMax: number): unknown {
    this.#skipSpace();
    const end = this.#findEnd(this.#at + charactersMax);
    const piece = this.#text.slice(this.#at, end);
    this.#at = end;
    try {
      return JSON.parse(piece);
    } catch {
      throw notJson();
    }
  }

  /** Checks that nothing follows. */
  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw notJson();
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw notJson();
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  /** Returns where the value at the current position ends, without checking what is inside. */
  #findEnd(limit: number): number {
    const first = this.#text[this.#at];
    if (first !== "[" && first !== "{") return this.#findScalarEnd(limit);
    for (let at = this.#at, depth = 0; at < limit && at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '"') at = this.#findQuote(at + 1);
      else if (character === "[" || character === "{") depth += 1;
      else if (character === "]" || character === "}") depth -= 1;
      if (depth === 0) return at + 1;
      if (depth > depthMax) throw new MalformedJson(`a value is nested more than ${depthMax} deep`);
    }
    throw this.#text.length < limit ? notJson() : tooLong(limit - this.#at);
  }

  #findScalarEnd(limit: number): number {
    let at = this.#at;
    if (this.#text[at] === '"') at = this.#findQuote(at + 1) + 1;
    else while (at < limit && isPartOfScalar(this.#text.charCodeAt(at))) at += 1;
    if (at > limit) throw tooLong(limit - this.#at);
    return at;
  }

  /** Returns the position of the quotation mark that ends a string. */
  #findQuote(start: number): number {
    for (let at = start; ; at += 1) {
      at = this.#text.indexOf('"', at);
      if (at < 0) throw notJson();
      let before = at;
      while (this.#text[before - 1] === "\\") before -= 1;
      if ((at - before) % 2 === 0) return at;
    }
  }
}

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Whether a character can be part of a number, true, false or null. */
const isPartOfScalar = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x2b ||
  code === 0x45;

const notJson = () => new MalformedJson("the snapshot is not JSON");
const tooLong = (max: number) => new MalformedJson(`a value has more than ${max} characters`);
