import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost } from "../report.ts";
import type { BenchRun } from "./bench-run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ours = ["tpp", "protocol"] as const;

/** Measures what a TPP installs: the size of the SDK and the number of its dependencies. */
export const benchSdk = ({ report }: Pick<BenchRun, "report">): void => {
  execFileSync("npm", ["run", "--silent", "build", "--", ...ours], { cwd: root, stdio: "inherit" });
  report.section("SDK", "what @varde/tpp installs", ["kB", "files", "packed"]);
  const packed = ours.map((name) => {
    const { size, unpackedSize, entryCount } = pack(name);
    report.line(`@varde/${name}`, [unpackedSize / 1000, entryCount, size / 1000]);
    return size / 1000;
  });
  const sum = packed.reduce((total, size) => total + size, 0);
  report.line("both, packed kB", [sum], atMost(150));
  report.line("direct dependencies", [listDependencies("packages/tpp").length], atMost(1));
  report.line("third-party packages", [listForeign().size], atMost(8));
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
  // Some versions of npm print a list, others an object by name.
  const packed = JSON.parse(execFileSync("npm", words, options)) as object;
  return Object.values(packed)[0] as Packed;
};

const listDependencies = (folder: string): readonly string[] => {
  const text = readFileSync(join(root, folder, "package.json"), "utf8");
  return Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {});
};

/** Lists all third-party packages that are installed with the SDK. */
const listForeign = (): ReadonlySet<string> => {
  const found = new Set<string>();
  const addDependencies = (folder: string): void => {
    for (const name of listDependencies(folder)) {
      const isOurs = name.startsWith("@varde/");
      if (found.has(name)) continue;
      if (!isOurs) found.add(name);
      const nested = join(folder, "node_modules", name);
      addDependencies(existsSync(join(root, nested)) ? nested : join("node_modules", name));
    }
  };
  addDependencies("packages/tpp");
  return found;
};
