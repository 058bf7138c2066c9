import type { IncomingMessage } from "node:http";
import { decodeHeaderText } from "@varde/protocol";

/** Long and plain by nature: looking for letters beyond ASCII in them would find none. */
const ascii = new Set(["tpp-signature-certificate", "signature", "digest", "date"]);

type Values = Readonly<Record<string, string | undefined>>;

/** A request's headers as they were sent, repetitions included. Names are lower case. */
export class RequestHeaders {
  readonly #values: Values;
  readonly #repeated: ReadonlySet<string>;

  constructor(request: Pick<IncomingMessage, "headers" | "rawHeaders">) {
    const { headers, rawHeaders } = request;
    // As many names as were sent: Node has joined none and dropped none, so its own record will do.
    const isPlain = 2 * Object.keys(headers).length === rawHeaders.length;
    const { values, repeated } = isPlain
      ? { values: headers as Values, repeated: none }
      : readRepeated(rawHeaders);
    this.#values = values;
    this.#repeated = repeated;
  }

  /** The first value; repeated security headers have been refused before anything reads them. */
  get(name: string): string | undefined {
    const value = this.#values[name];
    return value === undefined || ascii.has(name) ? value : decodeHeaderText(value);
  }

  /** Whether the header is there with something in it. */
  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== "";
  }

  names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** The names that were sent more than once. */
  get repeated(): ReadonlySet<string> {
    return this.#repeated;
  }
}

const none: ReadonlySet<string> = new Set();

/** `raw` is Node's list: name, value, name, value. */
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
