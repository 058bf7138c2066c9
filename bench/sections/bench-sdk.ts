import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost } from "../report.ts";
import type { BenchRun } from "./bench-run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ours = ["tpp", "protocol"] as const;

/** What of a package's size a TPP notices: what is fetched, and whom it has to trust. */
export const benchSdk = ({ report }: Pick<BenchRun, "report">): void => {
  execFileSync("npm", ["run", "--silent", "build", "--", ...ours], { cwd: root, stdio: "inherit" });
  report.section("SDK", "what installing @varde/tpp brings along", ["kB", "files", "packed"]);
  const packed = ours.map((name) => {
    const { size, unpackedSize, entryCount } = pack(name);
    report.line(`@varde/${name}`, [unpackedSize / 1000, entryCount, size / 1000]);
    return size / 1000;
  });
  const sum = packed.reduce((total, size) => total + size, 0);
  report.line("both, packed kB", [sum], atMost(150));
  report.line("dependencies of its own", [dependenciesOf("packages/tpp").length], atMost(1));
  report.line("packages of others, in all", [listForeign().size], atMost(8));
};

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

const pack = (name: string): Packed => {
  const folder = join(root, "packages", name);
  const options = { cwd: folder, encoding: "utf8" } as const;
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  // Some versions of npm answer a list, others an object by name.
  const told = JSON.parse(execFileSync("npm", words, options)) as object;
  return Object.values(told)[0] as Packed;
};

const dependenciesOf = (folder: string): readonly string[] => {
  const text = readFileSync(join(root, folder, "package.json"), "utf8");
  return Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {});
};

/** Every package that is not ours and comes along, each once. */
const listForeign = (): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (folder: string): void => {
    for (const name of dependenciesOf(folder)) {
      const isOurs = name.startsWith("@varde/");
      if (found.has(name)) continue;
      if (!isOurs) found.add(name);
      const nested = join(folder, "node_modules", name);
      walk(existsSync(join(root, nested)) ? nested : join("node_modules", name));
    }
  };
  walk("packages/tpp");
  return found;
};
