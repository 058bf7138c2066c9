import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Records how far a long run came, so that the next one continues there: the files that passed, the
 * seed, and the rounds that `runRounds` completed. A run in which everything passed is forgotten.
 */
export class LongProgress {
  readonly folder: string;
  readonly seed: number;
  readonly #passed: Set<string>;

  constructor(folder: string, options: { readonly isFresh: boolean }) {
    this.folder = folder;
    if (options.isFresh) this.forget();
    mkdirSync(folder, { recursive: true });
    const { seed = Date.now() % 1_000_000, passed = [] } = this.#read();
    this.seed = seed;
    this.#passed = new Set(passed);
    this.#write();
  }

  hasPassed(file: string): boolean {
    return this.#passed.has(file);
  }

  pass(file: string): void {
    this.#passed.add(file);
    this.#write();
  }

  forget(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #read(): { readonly seed?: number; readonly passed?: readonly string[] } {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      // The first run has nothing to continue.
      return {};
    }
  }

  #write(): void {
    writeFileSync(this.#path, JSON.stringify({ seed: this.seed, passed: [...this.#passed] }));
  }

  get #path(): string {
    return join(this.folder, "run.json");
  }
}
