import type { Finding } from "./finding.ts";

export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const listDependencies = (manifest: Manifest) =>
  Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });

export function versionsAreExact(
  path: string,
  text: string,
  manifest: Manifest,
): readonly Finding[] {
  return listDependencies(manifest)
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => ({
      path,
      line: findLine(text, name),
      rule: `${name} has the version range "${version}"`,
      fix: "Use one exact version",
    }));
}

export function dependenciesAreExplained(
  path: string,
  text: string,
  manifest: Manifest,
  decisions: string,
): readonly Finding[] {
  return listDependencies(manifest)
    .map(([name]) => name)
    .filter((name) => !name.startsWith("@varde/") && !decisions.includes(`\`${name}\``))
    .map((name) => ({
      path,
      line: findLine(text, name),
      rule: `no decision explains ${name}`,
      fix: "Say in docs/decisions what it is for, or remove it",
    }));
}

/** Lists the names under which other packages may import this one. */
export function listPublicNames(manifest: Manifest): readonly string[] {
  return Object.keys(manifest.exports ?? {}).map((subpath) => manifest.name + subpath.slice(1));
}

const findLine = (text: string, name: string) =>
  text.split("\n").findIndex((line) => line.includes(`"${name}":`)) + 1;
