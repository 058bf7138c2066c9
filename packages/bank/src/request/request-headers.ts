import type { IncomingMessage } from "node:http";
import { decodeHeaderText } from "@varde/protocol";

/** Long headers that are always ASCII, and so need no decoding. */
const asciiOnly = new Set(["tpp-signature-certificate", "signature", "digest", "date"]);

/** Node gives Set-Cookie as a list; every other header is a text. */
type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers of a request. Names are lower case. */
export class RequestHeaders {
  readonly #values: Values;
  readonly #repeated: ReadonlySet<string>;

  constructor(request: Pick<IncomingMessage, "headers" | "rawHeaders">) {
    const { headers, rawHeaders } = request;
    // Node has joined or dropped no header if it has as many names as were sent.
    const isPlain = 2 * Object.keys(headers).length === rawHeaders.length;
    const { values, repeated } = isPlain
      ? { values: headers, repeated: none }
      : readRepeated(rawHeaders);
    this.#values = values;
    this.#repeated = repeated;
  }

  /** Returns the first value. Repeated security headers are refused before they are read. */
  get(name: string): string | undefined {
    const value = this.#find(name);
    return value === undefined || asciiOnly.has(name) ? value : decodeHeaderText(value);
  }

  /** Returns the first value as sent, with one character per byte. */
  raw(name: string): string | undefined {
    return this.#find(name);
  }

  /** Whether the header was sent and is not empty. */
  has(name: string): boolean {
    const value = this.#find(name);
    return value !== undefined && value !== "";
  }

  /**
   * Finds the first value. A TPP chooses the names it signs, and may choose one like "constructor":
   * what objects inherit is neither a text nor a list.
   */
  #find(name: string): string | undefined {
    const value = this.#values[name];
    if (typeof value === "string") return value;
    return Array.isArray(value) ? value[0] : undefined;
  }

  names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** Names that were sent more than once. */
  get repeated(): ReadonlySet<string> {
    return this.#repeated;
  }
}

const none: ReadonlySet<string> = new Set();

/** Finds the first value in Node's list of names and values, or "". Cheaper than all headers. */
export const findRawHeader = (raw: readonly string[], name: string): string => {
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const sent = raw[index] ?? "";
    if (sent.length === name.length && sent.toLowerCase() === name) return raw[index + 1] ?? "";
  }
  return "";
};

/** Reads Node's list of names and values, which alternate. */
const readRepeated = (raw: readonly string[]) => {
  const values: Record<string, string> = Object.create(null);
  const repeated = new Set<string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    if (values[name] === undefined) values[name] = raw[index + 1] ?? "";
    else repeated.add(name);
  }
  return { values, repeated };
};
