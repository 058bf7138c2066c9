import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../source/list-files.ts";
import type { PublishedPackage } from "./list-published-packages.ts";

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

/** A component in the format of CycloneDX, as far as it is read here. */
export interface SbomComponent {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly Licence[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** A software bill of materials in the format of CycloneDX. */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: SbomComponent };
  readonly components: readonly SbomComponent[];
}

interface Manifest {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Lists what the published packages install or contain, with `npm sbom` and the versions of the
 * lock file. npm runs in a folder with manifests without development dependencies, because its
 * `--omit dev` also leaves out packages that are both.
 */
export function makeSbom(packages: readonly PublishedPackage[]): Sbom {
  const folder = mkdtempSync(join(tmpdir(), "varde-sbom-"));
  try {
    writeManifests(packages, folder);
    const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const output = execFileSync("npm", [...words, "--package-lock-only"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    return nameComponents(JSON.parse(output));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeManifests(packages: readonly PublishedPackage[], folder: string): void {
  const version = packages[0]?.version ?? "0.0.0";
  const lock = readJson<{ packages: Record<string, Manifest> }>(join(root, "package-lock.json"));
  const paths = packages.map((each) => relative(root, each.folder));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.startsWith("packages/") && !paths.includes(path)) delete lock.packages[path];
    else if (path === "" || path.startsWith("packages/")) omitDevelopment(entry, path);
  }
  const names = new Set(packages.map(({ name }) => `node_modules/${name}`));
  for (const path of Object.keys(lock.packages)) {
    const isOurs = /^node_modules\/(@varde\/[^/]+|varde)$/.test(path);
    if (isOurs && !names.has(path)) delete lock.packages[path];
  }
  const rootManifest = { name: "varde-release", version, license: "Apache-2.0", workspaces: paths };
  lock.packages[""] = rootManifest;
  write(folder, "package-lock.json", { ...lock, name: rootManifest.name, version });
  write(folder, "package.json", { ...rootManifest, private: true });
  for (const path of paths) {
    const manifest = readJson<Manifest>(join(root, path, "package.json"));
    omitDevelopment(manifest, path);
    mkdirSync(join(folder, path), { recursive: true });
    write(folder, join(path, "package.json"), manifest);
  }
}

/** The console is bundled: what it needs to be built is part of its tarball. */
function omitDevelopment(manifest: Manifest, path: string): void {
  if (path === "packages/console") {
    manifest.dependencies = { ...manifest.dependencies, ...manifest.devDependencies };
  }
  delete manifest.devDependencies;
  delete manifest.optionalDependencies;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

const write = (folder: string, path: string, value: unknown): void =>
  writeFileSync(join(folder, path), `${JSON.stringify(value, undefined, 2)}\n`);

/** Gives the release and our packages their names; npm uses those of their folders. */
const nameComponents = (sbom: Sbom): Sbom => ({
  ...sbom,
  metadata: { ...sbom.metadata, component: nameComponent(sbom.metadata.component) },
  components: sbom.components.map(nameComponent),
});

const nameComponent = (component: SbomComponent): SbomComponent => ({
  ...component,
  name: component["bom-ref"].replace(/@[^@]+$/, ""),
});
