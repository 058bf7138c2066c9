import { hash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../source/list-files.ts";
import { readSource } from "./choose-mutations.ts";
import type { Mutation } from "./find-mutations.ts";
import { readJudged } from "./judged.ts";

/** The end of a generated mutant. */
export type GeneratedVerdict =
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "refused" }
  | { readonly kind: "equivalent" }
  /** The nearest tests passed; the others have not run yet. */
  | { readonly kind: "open" }
  | { readonly kind: "survived" };

interface StoredVerdict {
  readonly source: string;
  readonly verdict: GeneratedVerdict;
}

const path = join(root, "node_modules/.cache/varde/generated-mutants.json");

/**
 * The verdicts of earlier runs, and of the one that is published. They hold as long as the source
 * file is the same; a survivor is judged again by the next run, because tests may have been added.
 */
export class Verdicts {
  readonly #stored: Map<string, StoredVerdict>;

  constructor() {
    const published = readJudged().judged.map((one) => [one.key, one] as const);
    this.#stored = new Map([...published, ...Object.entries(readStored())]);
  }

  find(mutation: Mutation): GeneratedVerdict | undefined {
    const stored = this.#stored.get(mutation.key);
    return stored?.source === hashSource(mutation.file) ? stored.verdict : undefined;
  }

  store(mutation: Mutation, verdict: GeneratedVerdict): void {
    this.#stored.set(mutation.key, { source: hashSource(mutation.file), verdict });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(Object.fromEntries(this.#stored), null, 1));
  }
}

function readStored(): Record<string, StoredVerdict> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, StoredVerdict>;
  } catch {
    // Nothing has been judged yet.
    return {};
  }
}

/** Returns the hash of a source file that a verdict is about. */
export const hashSource = (file: string): string =>
  hash("sha256", readSource(file), "base64url").slice(0, 12);
