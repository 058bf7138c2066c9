import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export type ConsoleFile = "main.js" | "style.css";

const files = new Map<ConsoleFile, Promise<string>>();

/** Returns a file of the console: the packaged one, or in a clone one built from source. */
export const readConsoleFile = (name: ConsoleFile): Promise<string> => {
  const known = files.get(name);
  if (known !== undefined) return known;
  const reading = read(name);
  files.set(name, reading);
  // The next request tries again.
  reading.catch(() => files.delete(name));
  return reading;
};

const read = (name: ConsoleFile): Promise<string> => {
  const path = fileURLToPath(import.meta.resolve(`@varde/console/${name}`));
  const isSource = !path.includes(join("dist", name));
  return isSource ? bundleOnce(name, path) : readFile(path, "utf8");
};

/** Builds the file, or returns the one that was built from the same sources before. */
const bundleOnce = async (name: ConsoleFile, source: string): Promise<string> => {
  const folder = dirname(source);
  const shared = ["control-client", "describe-scenario"].map((part) =>
    fileURLToPath(import.meta.resolve(`@varde/protocol/${part}`)),
  );
  const cache = join(folder, "..", "..", "..", "node_modules", ".cache", "varde");
  const cached = join(cache, `console-${await hashSources(folder, shared)}-${name}`);
  const known = await readFile(cached, "utf8").catch(() => undefined);
  if (known !== undefined) return known;
  const built = await bundle(source);
  await mkdir(cache, { recursive: true });
  // Another process may write the same file, so it is put in place whole.
  await writeFile(`${cached}.${process.pid}`, built);
  await rename(`${cached}.${process.pid}`, cached);
  return built;
};

const bundle = async (source: string): Promise<string> => {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "esm",
    conditions: ["varde-source"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

const hashSources = async (folder: string, more: readonly string[]): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sources = entries.flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
  const hash = createHash("sha256");
  for (const file of [...sources.toSorted(), ...more]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
};
