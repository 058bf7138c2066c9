import { limits } from "../limits.ts";
import { hasTooManyMarks } from "../values/text.ts";
import { formatPointer } from "./json-pointer.ts";

/**
 * Returns a clause that says what is wrong with a JSON text and where, or undefined if it is valid.
 */
export function findJsonFault(text: string): string | undefined {
  const reader = new JsonFaultFinder(text);
  try {
    reader.readDocument();
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error.reason;
    throw error;
  }
}

class JsonFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const blank = /[\t\n\r ]*/y;
const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapeForm = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literalForm = /true|false|null/y;

/** Reads JSON slowly but knows the position of a fault; used only on text that has one. */
class JsonFaultFinder {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): void {
    this.#take(blank);
    this.#readValue();
    this.#take(blank);
    if (this.#at < this.#text.length) this.#fail("has text after its end");
  }

  #readValue(): void {
    const next = this.#text[this.#at];
    if (next === "{") this.#readObject();
    else if (next === "[") this.#readArray();
    else if (next === '"') this.#readString();
    else if (this.#take(literalForm) === "") this.#readNumber();
  }

  #readObject(): void {
    this.#enter();
    const keys = new Set<string>();
    if (this.#takeSign("}")) return;
    do {
      const at = this.#at;
      if (this.#text[at] !== '"') this.#failAt("a key in double quotes is expected");
      const key = this.#readString();
      this.#path.push(key);
      if (keys.has(key)) this.#fail(`has the key ${JSON.stringify(key)} twice`, at, true);
      if (key === "__proto__") this.#fail("has the key __proto__, which is not allowed", at, true);
      keys.add(key);
      this.#take(blank);
      if (!this.#takeSign(":")) this.#failAt("a colon is expected");
      this.#readValue();
      this.#take(blank);
      this.#path.pop();
    } while (this.#takeSign(","));
    if (!this.#takeSign("}", false)) this.#failAt("a comma or } is expected");
  }

  #readArray(): void {
    this.#enter();
    if (this.#takeSign("]")) return;
    let index = 0;
    do {
      this.#path.push(index);
      this.#readValue();
      this.#take(blank);
      this.#path.pop();
      index += 1;
    } while (this.#takeSign(","));
    if (!this.#takeSign("]", false)) this.#failAt("a comma or ] is expected");
  }

  #readString(): string {
    const start = this.#at;
    this.#at += 1;
    for (let code = this.#code(); code !== quote; code = this.#code()) {
      if (Number.isNaN(code)) this.#failAt("a string has no closing quote", start);
      if (code < 0x20) this.#failAt("a control character in a string must be escaped");
      if (code !== backslash) this.#at += 1;
      else if (this.#take(escapeForm) === "") this.#failAt("a backslash starts an unknown escape");
    }
    this.#at += 1;
    const value: string = JSON.parse(this.#text.slice(start, this.#at));
    if (!value.isWellFormed()) this.#fail("has half of a surrogate pair in a string", start, true);
    if (hasTooManyMarks(value)) {
      const reason = `has more than ${limits.combiningMarksMax} combining marks in a row`;
      this.#fail(reason, start, true);
    }
    return value;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #readNumber(): void {
    const at = this.#at;
    const written = this.#take(numberForm);
    if (written === "") this.#failAt("a value is expected");
    if (!Number.isFinite(Number(written))) this.#fail("has a number that is too large", at, true);
  }

  #enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > limits.jsonLevelsMax) {
      this.#fail(`is nested more than ${limits.jsonLevelsMax} levels deep`, this.#at - 1);
    }
    this.#take(blank);
  }

  #takeSign(sign: string, skipBlanks = true): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    if (sign === "}" || sign === "]") this.#depth -= 1;
    if (skipBlanks) this.#take(blank);
    return true;
  }

  #take(form: RegExp): string {
    form.lastIndex = this.#at;
    const written = form.exec(this.#text)?.[0] ?? "";
    this.#at += written.length;
    return written;
  }

  #failAt(expected: string, at = this.#at): never {
    const reason = this.#at < this.#text.length ? "is not valid JSON" : "ends too early";
    return this.#fail(`${reason}: ${expected}`, at);
  }

  #fail(reason: string, at = this.#at, withPointer = false): never {
    const lines = this.#text.slice(0, at).split("\n");
    const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    const pointer = withPointer && this.#path.length > 0 ? `${formatPointer(this.#path)}, ` : "";
    throw new JsonFault(`${reason} (${pointer}${place})`);
  }
}
