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

const dependenciesOf = (manifest: Manifest) =>
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
  return dependenciesOf(manifest)
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => ({
      path,
      line: lineOf(text, name),
      rule: `${name} is asked for as "${version}"`,
      mend: "Name one version",
    }));
}

export function dependenciesAreExplained(
  path: string,
  text: string,
  manifest: Manifest,
  decisions: string,
): readonly Finding[] {
  return dependenciesOf(manifest)
    .map(([name]) => name)
    .filter((name) => !name.startsWith("@varde/") && !decisions.includes(`\`${name}\``))
    .map((name) => ({
      path,
      line: lineOf(text, name),
      rule: `no decision mentions ${name}`,
      mend: "Say in docs/decisions what it is for, or do without",
    }));
}

/** What other packages may import of this one. */
export function publicNamesOf(manifest: Manifest): readonly string[] {
  return Object.keys(manifest.exports ?? {}).map((subpath) => manifest.name + subpath.slice(1));
}

const lineOf = (text: string, name: string) =>
  text.split("\n").findIndex((line) => line.includes(`"${name}":`)) + 1;
