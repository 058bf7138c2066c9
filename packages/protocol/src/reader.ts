/**
 * How much of a body is written in other ways, to find out what a client hashed in its place. The
 * work is the number of commas, colons and brackets times the levels, because an indented copy
 * repeats the blanks of each level, and the letters that need escapes.
 */
export interface SearchBudget {
  readonly bytesMax: number;
  readonly workMax: number;
}

/** For a thread that has to answer other requests: a few milliseconds. */
const quickSearch: SearchBudget = { bytesMax: 16 * 1024, workMax: 24_000 };

/** For a thread that has nothing else to do. */
export const thoroughSearch: SearchBudget = { bytesMax: 1024 * 1024, workMax: 64 * 24_000 };

let makeOwnReader: () => Reader;

/**
 * The developer who reads why a request is wrong. Everything that searches for mistakes takes one,
 * and a bank in production cannot make one: for a caller whom it does not know, it only compares
 * and counts. The private field keeps look-alikes out.
 */
export class Reader {
  readonly #search: SearchBudget;

  static {
    makeOwnReader = () => new Reader(thoroughSearch);
  }

  private constructor(search: SearchBudget) {
    this.#search = search;
  }

  /**
   * Makes the reader of a sandbox. The type of a mode that may be "production" does not fit.
   *
   * @example const reader = Reader.ofSandbox("sandbox");
   */
  static ofSandbox(_mode: "sandbox", search: SearchBudget = quickSearch): Reader {
    return new Reader(search);
  }

  /** Whether a body of so many bytes is searched at all. */
  readsBytes(count: number): boolean {
    return count <= this.#search.bytesMax;
  }

  /** Whether the text is written in other ways. */
  readsJson(text: string): boolean {
    const { bytesMax, workMax } = this.#search;
    return text.length <= bytesMax && estimateWork(text) <= workMax;
  }
}

/** The reader of a program that runs on the developer's own machine. */
export const ownReader: Reader = makeOwnReader();

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));

const opening = codesOf("[{");
const closing = codesOf("]}");
const separating = codesOf(",:");
const escaped = codesOf("<>&/");

/** Estimates the work of writing a JSON text in other ways, without parsing it. */
const estimateWork = (text: string): number => {
  let [marks, letters, level, levelMax] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7e || escaped.has(code)) letters += 1;
    else if (opening.has(code)) {
      marks += 1;
      level += 1;
      if (level > levelMax) levelMax = level;
    } else if (closing.has(code)) {
      marks += 1;
      level -= 1;
    } else if (separating.has(code)) marks += 1;
  }
  return marks * (levelMax + 2) + letters;
};
