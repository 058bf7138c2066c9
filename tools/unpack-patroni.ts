import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { patroniFolder } from "@varde/testkit/postgres";

// `npm run patroni`: unpacks Debian's packages of Patroni, etcd and haproxy, with what they need,
// into a temporary folder. Nothing is installed or started.

const pythonModules = [
  ...["cdiff", "click", "dateutil", "dnspython", "etcd", "pkg-resources", "prettytable", "psutil"],
  ...["psycopg2", "six", "urllib3", "wcwidth", "yaml"],
];
const libraries = ["liblua5.3-0", "libyaml-0-2", "libpq5"];
const tracing = ["libopentracing-c-wrapper0", "libopentracing1"];
const packages = [
  ...["patroni", "etcd-server", "haproxy"],
  ...pythonModules.map((name) => `python3-${name}`),
  ...libraries,
  ...tracing,
];

const run = (program: string, words: readonly string[], cwd: string): void => {
  const { status } = spawnSync(program, words, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${program} ${words[0]} failed; it needs Debian or Ubuntu.`);
};

mkdirSync(patroniFolder, { recursive: true });
chmodSync(patroniFolder, 0o755);
const downloads = mkdtempSync(join(patroniFolder, "downloads-"));
try {
  run("apt-get", ["download", ...packages], downloads);
  for (const file of globSync("*.deb", { cwd: downloads })) {
    run("dpkg", ["-x", file, patroniFolder], downloads);
  }
} finally {
  rmSync(downloads, { recursive: true, force: true });
}
process.stdout.write(`Unpacked into ${patroniFolder}.\n`);
