import { decodeHeaderText } from "@varde/protocol";

/** Long and plain by nature: looking for letters beyond ASCII in them would find none. */
const ascii = new Set(["tpp-signature-certificate", "signature", "digest", "date"]);

/** A request's headers as they were sent, repetitions included. Names are lower case. */
export class RequestHeaders {
  readonly #values = new Map<string, string[]>();

  /** `raw` is Node's list: name, value, name, value. */
  constructor(raw: readonly string[]) {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = (raw[index] ?? "").toLowerCase();
      const value = raw[index + 1] ?? "";
      const known = this.#values.get(name);
      if (known === undefined) this.#values.set(name, [value]);
      else known.push(value);
    }
  }

  /** The first value; repeated security headers have been refused before anything reads them. */
  get(name: string): string | undefined {
    const value = this.#values.get(name)?.[0];
    return value === undefined || ascii.has(name) ? value : decodeHeaderText(value);
  }

  /** Whether the header is there with something in it. */
  has(name: string): boolean {
    const value = this.get(name);
    return value !== undefined && value !== "";
  }

  names(): readonly string[] {
    return [...this.#values.keys()];
  }

  count(name: string): number {
    return this.#values.get(name)?.length ?? 0;
  }
}
