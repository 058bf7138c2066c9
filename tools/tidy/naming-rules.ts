import { basename } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
const wellKnownNames = new Set(["README.md", "LICENSE"]);
const vagueWord = /^(utils?|helpers?|common|managers?|services?|impls?)$/;
/** The entry of a thread or a process, which exports nothing. */
const isEntry = /-(process|thread)\.ts$/;
/** Entry points and constants have no main export that could give them a name. */
const exemptNames = new Set(["index.ts", "main.ts", "main.tsx", "constants.ts"]);

export function pathsAreKebabCase(path: string): readonly Finding[] {
  const wrong = path.split("/").find((part) => !kebabCase.test(part) && !wellKnownNames.has(part));
  if (wrong === undefined) return [];
  return [{ path, line: 1, rule: `"${wrong}" is not kebab-case`, fix: "Rename it" }];
}

export function namesAreSpecific(path: string): readonly Finding[] {
  return path.split("/").flatMap((part) => {
    const words = part.split(/[-.]/);
    const vague = words.find((word, index) => {
      const isDomainWord = words[index - 1] === "payment" && word.startsWith("service");
      return vagueWord.test(word) && !isDomainWord;
    });
    if (vague === undefined) return [];
    const rule = `"${vague}" in a name is too vague`;
    return [{ path, line: 1, rule, fix: "Name it after its content" }];
  });
}

/**
 * Requires that one export contains every word of the file name, as `hashPayment` does for
 * `payment-hash.ts`. It may have more words. With several exports (`payment-store.ts`) one common
 * word is enough.
 */
export function fileIsNamedAfterAnExport({ path, code }: SourceFile): readonly Finding[] {
  if (!/^packages\/[^/]+\/src\//.test(path) || exemptNames.has(basename(path))) return [];
  if (/\/(data|texts)\//.test(path)) return [];
  const fileName = basename(path)
    .replace(/\.tsx?$/, "")
    .replace(/^\d+-/, "");
  const wanted = splitWords(fileName);
  const names = listExports(code);
  if (names.length === 0 && isEntry.test(path)) return [];
  const isNamed = names
    .map((name) => splitWords(name).join(""))
    .some((name) => wanted.every((word) => name.includes(word)));
  const inCommon = new Set(names.flatMap(splitWords)).intersection(new Set(wanted));
  if (isNamed || (names.length > 1 && inCommon.size > 0)) return [];
  const rule = `no export has the name of the file (${names.join(", ") || "no export"})`;
  return [{ path, line: 1, rule, fix: "Rename the file or the export" }];
}

const declarations = new Set(
  "async abstract class const declare function interface let type".split(" "),
);

function listExports(code: SourceFile["code"]): readonly string[] {
  return code.flatMap((token, index) => {
    if (token.text !== "export") return [];
    const next = code.slice(index + 1).find(({ text }) => !declarations.has(text) && text !== "*");
    if (next?.kind === "word" && next.text !== "from") return [next.text];
    if (next?.text !== "{") return [];
    const end = code.findIndex(({ text }, at) => at > index && text === "}");
    return code
      .slice(index + 2, end)
      .filter(({ kind, text }) => kind === "word" && text !== "type" && text !== "as")
      .map(({ text }) => text);
  });
}

/** Splits a camelCase or kebab-case name into words, plurals as singulars. */
const splitWords = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => word.replace(/(?<=..)s$/, ""));
