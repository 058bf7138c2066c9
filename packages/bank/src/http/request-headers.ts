import { decodeHeaderText } from "@varde/protocol";

/** Long and plain by nature: looking for letters beyond ASCII in them would find none. */
const ascii = new Set(["tpp-signature-certificate", "signature", "digest", "date"]);

/** A request's headers as they were sent, repetitions included. Names are lower case. */
export class RequestHeaders {
  readonly #first = new Map<string, string>();
  readonly #repeated: string[] = [];

  /** `raw` is Node's list: name, value, name, value. */
  constructor(raw: readonly string[]) {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = lowerCase(raw[index] ?? "");
      if (this.#first.has(name)) this.#repeated.push(name);
      else this.#first.set(name, decoded(name, raw[index + 1] ?? ""));
    }
  }

  /** The first value; repeated security headers have been refused before anything reads them. */
  get(name: string): string | undefined {
    return this.#first.get(name);
  }

  /** Whether the header is there with something in it. */
  has(name: string): boolean {
    const value = this.#first.get(name);
    return value !== undefined && value !== "";
  }

  names(): readonly string[] {
    return [...this.#first.keys()];
  }

  isRepeated(name: string): boolean {
    return this.#repeated.includes(name);
  }
}

const decoded = (name: string, value: string): string =>
  ascii.has(name) ? value : decodeHeaderText(value);

const knownNames = new Map<string, string>();
const knownNamesMax = 1_000;
const knownNameCharactersMax = 64;

/** Callers write the same few names in the same way every time. */
const lowerCase = (name: string): string => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const isOrdinary = name.length <= knownNameCharactersMax && knownNames.size < knownNamesMax;
  if (isOrdinary) knownNames.set(name, lower);
  return lower;
};
