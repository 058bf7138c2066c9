import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const bank = "packages/bank/src/";
const compositionRoot = `${bank}create-bank.ts`;
const impureWords = new Set(["await", "async", "randomUUID"]);

export function fastifyStaysInHttp({ path, imports }: SourceFile): readonly Finding[] {
  if (!path.startsWith(bank) || path.startsWith(`${bank}http/`)) return [];
  if (path === compositionRoot) return [];
  return imports
    .filter(({ specifier }) => specifier === "fastify" || specifier.startsWith("@fastify/"))
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `${specifier} is imported outside http/ and create-bank.ts`,
      fix: "Pass what is needed as an argument",
    }));
}

export function rulesArePure({ path, code, imports }: SourceFile): readonly Finding[] {
  if (!/^packages\/[^/]+\/src\/.*\brules\//.test(path)) return [];
  const fix = "Load it before the call and pass it as an argument";
  const impure = code.flatMap((token, index) => {
    const before = code[index - 1]?.text;
    const next = code[index + 1]?.text;
    const isClock =
      (token.text === "Date" && (before === "new" || next === ".")) ||
      (token.text === "Now" && before === "." && code[index - 2]?.text === "Temporal");
    const isRandom = token.text === "random" && before === ".";
    if (token.kind !== "word" || !(impureWords.has(token.text) || isClock || isRandom)) return [];
    return [{ path, line: token.line, rule: `a rule uses ${token.text}`, fix }];
  });
  const stores = imports
    .filter(({ specifier }) => /(^@varde\/storage|-store\.ts$)/.test(specifier))
    .map(({ specifier, line }) => ({ path, line, rule: `a rule imports ${specifier}`, fix }));
  return [...impure, ...stores];
}

/** Files that use the clock of their process, and what for. */
const processClocks: readonly (readonly [path: RegExp, because: string])[] = [
  [/^packages\/bank\/src\/http\//, "the Date of requests and responses, log lines"],
  [/^packages\/bank\/src\/pipeline\/checks\//, "certificates and signatures in memory"],
  [/^packages\/bank\/src\/parties\/verify-trust\.ts$/, "certificates"],
  [/^packages\/bank\/src\/operations\/log(?:-writer)?\.ts$/, "log lines"],
  [/^packages\/bank\/src\/operations\/audit\/verify\//, "a program of an operator"],
  [/^packages\/bank\/src\/composition\/measure-bank\.ts$/, "the offset of the two clocks"],
  [/^packages\/bank\/src\/contracts\//, "checks of a port, which share nothing"],
  [/^packages\/bank\/src\/ports\//, "the clock itself, and the time in an id"],
  [/^packages\/storage\/src\/sqlite\/sqlite-storage\.ts$/, "the clock of the database"],
  [/^packages\/storage\/src\/postgres\/server-clock\.ts$/, "until the server has sent a time"],
  [/^packages\/storage\/src\/migrations\.ts$/, "a note for operators"],
];

/** Where everything may be shared by several processes. */
const sharedCode =
  /^packages\/(?:(?:bank|storage|ledger)\/src\/|sandbox\/src\/(?:core-bank|data-operations|directory|scenarios|snapshots|worlds)\/(?!world-clock\.ts))/;

/**
 * Finds the clock of a process where processes share the result: two of them may be hours apart.
 */
export function sharedTimeIsTheDatabases({ path, code }: SourceFile): readonly Finding[] {
  if (!sharedCode.test(path) || processClocks.some(([allowed]) => allowed.test(path))) return [];
  return code.flatMap((token, index) => {
    const texts = [1, 2, 3].map((after) => code[index + after]?.text);
    const isClock =
      token.text === "machineNow" ||
      (token.text === "Date" && texts[0] === "." && texts[1] === "now") ||
      (token.text === "new" && texts.join("") === "Date()");
    if (token.kind !== "word" || !isClock) return [];
    const fix = "Use databaseNow in the statement that decides, or storage.now()";
    return [{ path, line: token.line, rule: "the clock of one process is used", fix }];
  });
}

/** The folders of bank with their own operations. */
const resources = new Set(["payments", "accounts", "consents", "own-channel"]);

/** Finds imports of resources in sca. */
export function scaImportsNoResource({ path, imports }: SourceFile): readonly Finding[] {
  if (!path.startsWith(`${bank}sca/`)) return [];
  return imports
    .filter(({ specifier }) => specifier.startsWith("."))
    .filter(({ specifier }) =>
      resources.has(firstFolder(posix.join(posix.dirname(path), specifier))),
    )
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `sca imports ${specifier}, a resource`,
      fix: "Add a handler for the subject to the table in create-bank.ts",
    }));
}

const firstFolder = (path: string) => path.slice(bank.length).split("/")[0] ?? "";
