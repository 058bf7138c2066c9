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
