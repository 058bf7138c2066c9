import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/**
 * Packages that each package may import. Packages form layers and import only lower ones. The test
 * kit is in no list: only tests, bench and tools import it.
 */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  storage: [],
  ledger: ["protocol", "storage"],
  bank: ["protocol", "storage"],
  tpp: ["protocol"],
  conformance: ["protocol"],
  console: ["protocol"],
  "sca-oidc": ["bank"],
  "core-bank-http": ["bank", "protocol"],
  sandbox: ["bank", "conformance", "console", "core-bank-http", "ledger", "protocol", "storage"],
  eidas: ["bank", "protocol"],
  server: ["bank", "core-bank-http", "eidas", "protocol", "sca-oidc", "storage"],
  varde: ["conformance", "core-bank-http", "eidas", "sandbox", "server", "bank", "tpp", "protocol"],
  testkit: ["bank", "conformance", "ledger", "protocol", "sandbox", "storage", "tpp"],
};

/**
 * Libraries of the adapters. An adapter implements ports of the bank with one outside technology,
 * and imports nothing else, not even what another package happens to install.
 */
const adapterLibraries: Readonly<Record<string, readonly string[]>> = {
  "core-bank-http": [],
  eidas: ["@xmldom/xmldom", "pkijs", "xml-crypto"],
  "sca-oidc": ["jose", "openid-client"],
};

/** Names under which our packages are imported, including the subpaths they publish. */
export type PublicNames = ReadonlySet<string>;

const packageName = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1];
const isSource = (path: string) => /^packages\/[^/]+\/src\//.test(path);
const isOurs = (specifier: string) => /^(@varde\/|varde($|\/))/.test(specifier);
const shortName = (specifier: string) => specifier.replace(/^@varde\//, "").split("/")[0] ?? "";

export function packagesImportLowerLayers({ path, imports }: SourceFile): readonly Finding[] {
  const from = packageName(path);
  if (from === undefined || !isSource(path)) return [];
  const allowed = allowedImports[from] ?? [];
  return imports
    .filter(({ specifier }) => isOurs(specifier) && !allowed.includes(shortName(specifier)))
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `${from} imports ${specifier}, but may import only: ${allowed.join(", ") || "none"}`,
      fix: "Move the code, or pass the value in from the composition root",
    }));
}

/** Packages of programs that run on the machine of the developer who reads what they say. */
const developersPackages = ["conformance", "tpp", "varde"];

/** SIG-48: a bank that could make the reader of a diagnosis would explain to strangers. */
export function onlyDevelopersPackagesReadDiagnoses({
  path,
  imports,
}: SourceFile): readonly Finding[] {
  if (!isSource(path) || developersPackages.includes(packageName(path) ?? "")) return [];
  return imports
    .filter(({ specifier }) => specifier === "@varde/protocol/own-reader")
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `${specifier} is for ${developersPackages.join(", ")} only`,
      fix: "Use the bank's reader, which a bank in production does not have",
    }));
}

/** Compares the table of folders in CONTRIBUTING.md with what each package may import. */
export function contributingMatchesLayers(page: string, text: string): readonly Finding[] {
  const rows = [...text.matchAll(/^\| `packages\/([\w-]+)` +\|[^|]*\|([^|]*)\|$/gm)];
  const written = new Map(rows.map(([, name = "", list = ""]) => [name, list.trim()]));
  return Object.entries(allowedImports)
    .map(([name, allowed]) => [name, allowed.toSorted().join(", ") || "none of our packages"])
    .filter(([name = "", allowed]) => written.get(name) !== allowed)
    .map(([name, allowed]) => ({
      path: page,
      line: 1,
      rule: `the row of packages/${name} does not say that it may import: ${allowed}`,
      fix: "Write the row as tools/tidy/import-rules.ts has it",
    }));
}

export function adaptersUseTheirLibraries({ path, imports }: SourceFile): readonly Finding[] {
  const libraries = adapterLibraries[packageName(path) ?? ""];
  if (libraries === undefined || !isSource(path)) return [];
  return imports
    .filter(({ specifier }) => !/^(\.|node:)/.test(specifier) && !isOurs(specifier))
    .filter(({ specifier }) => !libraries.includes(specifier))
    .map(({ specifier, line }) => ({
      path,
      line,
      rule: `the adapter imports ${specifier}, but may import only: ${libraries.join(", ")}`,
      fix: "Use its own library, or take what is needed as an argument",
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
      return [{ path, line, rule, fix: "Import the package by its name" }];
    }
    if (!specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(path), specifier);
    if (staysInPackage(path, target)) return [];
    const rule = `${specifier} leaves ${packageName(path) ?? "its folder"}`;
    return [{ path, line, rule, fix: "Import the package by its name" }];
  });
}

function staysInPackage(path: string, target: string) {
  const home = packageName(path);
  if (home === undefined) return packageName(target) === undefined;
  return packageName(target) === home && (!isSource(path) || isSource(target));
}
