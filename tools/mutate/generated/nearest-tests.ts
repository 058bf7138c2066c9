import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";
import { listFiles, root } from "../../source/list-files.ts";
import { selectFiles } from "../../test-run/select-files.ts";
import type { Mutation } from "./find-mutations.ts";

/** How many files are close enough to be tried one mutation at a time. */
const nearestCount = 10;

export interface NearTests {
  readonly nearest: readonly string[];
  /** The other tests of the package. */
  readonly ofPackage: readonly string[];
  readonly others: readonly string[];
}

/**
 * Orders all test files by how close they are to a mutation: by the words that they have in common
 * with the changed file, above all near the change, and by whether they import it. Rare words count
 * more. A map of coverage would say less: most tests execute most of the bank.
 */
export function findNearTests({ file, line }: Pick<Mutation, "file" | "line">): NearTests {
  index ??= new TestIndex();
  const ordered = index.order(file, line);
  const folder = `${file.split("/").slice(0, 2).join("/")}/`;
  const rest = ordered.slice(nearestCount);
  return {
    nearest: ordered.slice(0, nearestCount),
    ofPackage: rest.filter((test) => test.startsWith(folder)),
    others: rest.filter((test) => !test.startsWith(folder)),
  };
}

let index: TestIndex | undefined;

/** The weight of each word of a text. */
type Vector = ReadonlyMap<string, number>;

class TestIndex {
  readonly #vectors: ReadonlyMap<string, Vector>;
  readonly #rarity: (word: string) => number;
  /** The source files that each test imports itself, or through another file of its folder. */
  readonly #imports: ReadonlyMap<string, ReadonlySet<string>>;

  constructor() {
    const tests = selectFiles([], "normal").map((file) => ({
      file,
      words: countWords(read(file), file),
    }));
    const spread = new Map<string, number>();
    for (const { words } of tests) {
      for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
    }
    this.#rarity = (word) => Math.log(tests.length / (spread.get(word) ?? tests.length));
    this.#vectors = new Map(tests.map(({ file, words }) => [file, this.#weigh(words)]));
    this.#imports = new Map(tests.map(({ file }) => [file, listImported(file)]));
  }

  order(file: string, line: number): readonly string[] {
    const source = read(file);
    const near = source
      .split("\n")
      .slice(Math.max(0, line - 8), line + 6)
      .join("\n");
    const words = this.#weigh(countWords(`${source}\n${near.repeat(3)}`, file));
    const closeness = (test: string) =>
      cosine(words, this.#vectors.get(test) ?? new Map()) +
      (this.#imports.get(test)?.has(file) ? 0.4 : 0) +
      (test.split("/")[1] === file.split("/")[1] ? 0.05 : 0) -
      (isSlow(test) ? 0.1 : 0);
    const scores = new Map([...this.#vectors.keys()].map((test) => [test, closeness(test)]));
    return [...scores.keys()].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  }

  #weigh(words: ReadonlyMap<string, number>): Vector {
    const weights = [...words].map(
      ([word, count]) => [word, (1 + Math.log(count)) * this.#rarity(word)] as const,
    );
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([word, weight]) => [word, weight / length]));
  }
}

/** Tests that take long, and judge what others judge, too. */
const isSlow = (test: string) => /browser|^test\/(?:faults|guides|reference|examples)\//.test(test);

const cosine = (one: Vector, other: Vector) =>
  [...one].reduce((sum, [word, weight]) => sum + weight * (other.get(word) ?? 0), 0);

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Names count whole and in parts; the path counts like some lines. */
function countWords(text: string, path: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of `${text} ${`${path} `.repeat(4)}`.matchAll(/[A-Za-z][A-Za-z0-9]+/g)) {
    const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])/);
    for (const word of parts.length > 1 ? [name, ...parts] : [name]) {
      const lower = word.toLowerCase().replace(/s$/, "");
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
    }
  }
  return counts;
}

function listImported(test: string): ReadonlySet<string> {
  const own = readImports(test);
  const helpers = own.filter((file) => /(?:^|\/)test\//.test(file));
  return new Set([...own, ...helpers.flatMap(readImports)]);
}

/** Lists the files that a file imports by their path. */
export function readImports(file: string): readonly string[] {
  const { module } = parseSync(file, read(file));
  return module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => normalize(join(dirname(file), specifier)))
    .filter((path) => known.has(path));
}

const known = new Set(listFiles());
