import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/** Which packages each package may import. The tree is a set of layers: nothing points upwards. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  storage: [],
  ledger: ["storage"],
  bank: ["protocol", "storage"],
  tpp: ["protocol"],
  sandbox: ["bank", "ledger", "protocol", "storage"],
  varde: ["sandbox", "bank", "tpp", "protocol"],
};

/** The names under which our packages are imported, subpaths they publish included. */
export type PublicNames = ReadonlySet<string>;

const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];
const isSource = (path: string) => /^packages\/[^/]+\/src\//.test(path);
const isOurs = (specifier: string) => /^(@varde\/|varde($|\/))/.test(specifier);
const shortName = (specifier: string) => specifier.replace(/^@varde\//, "").split("/")[0] ?? "";

export function packagesPointDownwards({ path, imports }: SourceFile): readonly Finding[] {
  const from = packageOf(path);
  if (from === undefined || !isSource(path)) return [];
  const allowed = allowedImports[from] ?? [];
  return imports
    .filter(({ specifier }) => isOurs(specifier) && !allowed.includes(shortName(specifier)))
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `${from} imports ${specifier}, but may import only: ${allowed.join(", ") || "nothing"}`,
      mend: "Move the code, or hand the thing in from the composition root",
    }));
}

export function packagesAreImportedByName(
  { path, imports }: SourceFile,
  publicNames: PublicNames,
): readonly Finding[] {
  return imports.flatMap(({ specifier, line }) => {
    if (isOurs(specifier)) {
      if (publicNames.has(specifier)) return [];
      const rule = `${specifier} is not published by its package`;
      return [{ path, line, rule, mend: "Import the package by its name" }];
    }
    if (!specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(path), specifier);
    if (staysAtHome(path, target)) return [];
    const rule = `${specifier} leaves ${packageOf(path) ?? "its folder"}`;
    return [{ path, line, rule, mend: "Import the package by its name" }];
  });
}

/** Tests of every package may lean on what `test/support` offers. */
function staysAtHome(path: string, target: string) {
  const home = packageOf(path);
  if (home === undefined) return packageOf(target) === undefined;
  if (!isSource(path) && target.startsWith("test/support/")) return true;
  return packageOf(target) === home && (!isSource(path) || isSource(target));
}
