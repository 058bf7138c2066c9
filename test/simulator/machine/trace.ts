import { createHash } from "node:crypto";

/** The steps of a simulation, one line each: the time, who acts, what they do, what came of it. */
export class Trace {
  readonly #hash = createHash("sha256");
  readonly #print: ((line: string) => void) | undefined;
  #notes: string[] = [];
  #head = "";
  #isQuiet = false;

  /** With `print`, each line is printed when its step is over. */
  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  begin(atMs: number, who: string, what: string): void {
    this.end();
    const time = new Date(atMs).toISOString().slice(0, 23).replace("T", " ");
    this.#head = `${time}  ${who.padEnd(12)} ${what}`;
    this.#isQuiet = false;
  }

  /** Begins a step that has a line only if something comes of it. */
  beginQuietly(atMs: number, who: string, what: string): void {
    this.begin(atMs, who, what);
    this.#isQuiet = true;
  }

  /** Adds to the line of the current step. */
  note(text: string): void {
    if (text !== "") this.#notes.push(text);
  }

  end(): void {
    if (this.#head === "" || (this.#isQuiet && this.#notes.length === 0)) return;
    const notes = this.#notes.length === 0 ? "" : ` → ${this.#notes.join("; ")}`;
    const line = this.#head + notes;
    this.#hash.update(`${line}\n`);
    this.#print?.(line);
    this.#head = "";
    this.#notes = [];
  }

  /** Equal for two runs of a seed, if the simulation is deterministic. */
  digest(): string {
    this.end();
    return this.#hash.digest("hex").slice(0, 16);
  }
}
