import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildAndPack } from "./publication/build-and-pack.ts";
import { formatChecksums } from "./publication/format-checksums.ts";
import { findUnacceptedLicences, listLicences } from "./publication/list-licences.ts";
import { listPublishedPackages } from "./publication/list-published-packages.ts";
import { makeSbom } from "./publication/make-sbom.ts";
import { packOneFile } from "./publication/pack-one-file.ts";
import { readChanges } from "./publication/read-changes.ts";
import { root } from "./source/list-files.ts";

/** Checks, packs, publishes and tags the version in the manifests; `--dry-run` only shows it. */
const isDryRun = process.argv.includes("--dry-run");

const run = (program: string, ...words: readonly string[]): void => {
  console.log(`${isDryRun ? "would run" : "runs"}: ${program} ${words.join(" ")}`);
  if (!isDryRun) execFileSync(program, words, { cwd: root, stdio: "inherit" });
};

const git = (...words: readonly string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

function fail(reason: string): never {
  console.error(`release: ${reason}`);
  process.exit(1);
}

if (git("status", "--porcelain") !== "") fail("commit or remove your changes first.");
const packages = listPublishedPackages();
const versions = [...new Set(packages.map(({ version }) => version))];
const [version = ""] = versions;
if (versions.length !== 1) fail(`packages have different versions: ${versions.join(", ")}.`);
const tag = `v${version}`;
if (git("tag", "--list", tag) !== "") fail(`the tag ${tag} exists; raise the versions first.`);

console.log(`Release ${version} of ${git("rev-parse", "--short", "HEAD")}\n`);
console.log(`${readChanges(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version)}\n`);
run("npm", "run", "check");
const dist = join(root, "dist");
const tarballs = buildAndPack(packages, dist);
const oneFile = packOneFile(tarballs, join(dist, "one-file"));
for (const { name, path, size } of [...tarballs, oneFile]) {
  console.log(`packed: ${name} ${relative(root, path)} ${Math.ceil(size / 1024)} KiB`);
}
const sbom = makeSbom(packages);
const unaccepted = findUnacceptedLicences(sbom);
if (unaccepted.length > 0) fail(`licences are not accepted: ${unaccepted.join(", ")}.`);
const papers = [
  { file: `varde-${version}.cdx.json`, text: `${JSON.stringify(sbom, undefined, 2)}\n` },
  { file: `varde-${version}-licences.md`, text: listLicences(sbom) },
];
for (const { file, text } of papers) {
  writeFileSync(join(dist, file), text);
  console.log(`written: dist/${file}, ${sbom.components.length} components`);
}
const released = [
  ...[...tarballs, oneFile].map(({ path }) => path),
  ...papers.map(({ file }) => join(dist, file)),
];
const checksums = `varde-${version}.sha256`;
writeFileSync(join(dist, checksums), formatChecksums(released, dist));
console.log(`written: dist/${checksums}, ${released.length} files`);
for (const { path } of tarballs) run("npm", "publish", "--access", "public", relative(root, path));
run("git", "tag", "--annotate", tag, "--message", `Release ${version}`);
