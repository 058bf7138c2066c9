import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFolder, type Tarball } from "./pack-packages.ts";

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly exports?: Readonly<Record<string, object>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const program = "varde";

/**
 * Packs the command with all of Varde's packages inside into one tarball, for users without a
 * registry that has them. Dependencies of others are installed from the registry. npm does not
 * place bundled packages where a project can import them, so each is also a path of the command's
 * package: `varde/sandbox` for `@varde/sandbox`.
 */
export function packOneFile(tarballs: readonly Tarball[], folder: string): Tarball {
  const work = mkdtempSync(join(tmpdir(), "varde-one-file-"));
  try {
    const manifests = tarballs.map(({ name, path }) => {
      const place = name === program ? work : join(work, "node_modules", name);
      mkdirSync(place, { recursive: true });
      execFileSync("tar", ["-xzf", path, "-C", place, "--strip-components=1"]);
      return JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as Manifest;
    });
    const own = manifests.find(({ name }) => name === program);
    if (own === undefined) throw new Error(`There is no package ${program} to pack.`);
    const manifest = {
      ...own,
      files: [...own.files, "packages"],
      exports: writeEntries(manifests, work),
      dependencies: joinDependencies(manifests),
      bundleDependencies: manifests.map(({ name }) => name).filter((name) => name !== program),
    };
    writeFileSync(join(work, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const [packed] = packFolder(work, folder);
    if (packed === undefined) throw new Error("npm packed nothing.");
    return packed;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes a file that exports each entry of each package, and returns the exports of the whole. */
function writeEntries(
  manifests: readonly Manifest[],
  work: string,
): Readonly<Record<string, object>> {
  const exports: Record<string, object> = {};
  for (const { name, exports: own = {} } of manifests) {
    // Only the bundle of the browser code is installed, and nothing imports it.
    for (const [entry, { types }] of Object.entries<{ types?: string }>(own)) {
      if (types === undefined) continue;
      const path = `${name.replace("@varde/", "")}${entry.slice(1)}`;
      const file = `packages/${path.replaceAll("/", "-")}`;
      mkdirSync(join(work, "packages"), { recursive: true });
      for (const extension of ["js", "d.ts"]) {
        writeFileSync(
          join(work, `${file}.${extension}`),
          `export * from "${name}${entry.slice(1)}";\n`,
        );
      }
      exports[`./${path}`] = { types: `./${file}.d.ts`, default: `./${file}.js` };
    }
  }
  return exports;
}

/** Joins the dependencies, so that those of bundled packages are installed where they find them. */
function joinDependencies(manifests: readonly Manifest[]): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const { name, dependencies = {} } of manifests) {
    for (const [dependency, version] of Object.entries(dependencies)) {
      const other = joined[dependency] ?? version;
      if (other !== version) throw new Error(`${name} has another ${dependency} than ${other}.`);
      joined[dependency] = version;
    }
  }
  return Object.fromEntries(Object.entries(joined).toSorted());
}
