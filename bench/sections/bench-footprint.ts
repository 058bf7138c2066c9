import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServer } from "../servers/server-process.ts";
import type { BenchRun } from "./bench-run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Packages come from npm's cache, so that the network has no effect on the time. */
const npmOptions = ["--prefer-offline", "--no-audit", "--no-fund"];
const commandMsMax = 900_000;
const outputBytesMax = 2 ** 26;

/** A way to install the bank and to start it. */
interface Installation {
  readonly label: string;
  /** Installs into a folder that does not exist yet. */
  readonly install: (folder: string) => Promise<void>;
  /** The program and its arguments, run in the folder. */
  readonly start: readonly [program: string, ...words: string[]];
}

/**
 * Measures disk space and the time until the bank is ready, for each way to install it. Each is
 * installed in its own empty folder. The clones contain the last commit.
 */
export const benchFootprint = async ({
  report,
  folder,
}: Pick<BenchRun, "report" | "folder">): Promise<void> => {
  const place = join(folder, "footprint");
  const oneFile = await fillNpmCache(place);
  report.section("FOOTPRINT", "from nothing to the first response", ["MB", "seconds"]);
  for (const installation of listInstallations(oneFile)) {
    const { mb, seconds } = await measure(installation, join(place, "measured"));
    report.line(installation.label, [mb, seconds]);
  }
  report.note("Packages come from npm's cache. The MB do not include .git and the bank's data.");
  rmSync(place, { recursive: true, force: true });
};

const listInstallations = (oneFile: string): readonly Installation[] => [
  { label: "full install", install: installClone, start: ["npm", "start"] },
  {
    label: "without development",
    install: (folder) => installClone(folder, "--omit=dev"),
    start: ["npm", "start"],
  },
  {
    label: "one file",
    install: (folder) => installOneFile(folder, oneFile),
    start: ["node_modules/.bin/varde", "start"],
  },
];

/** Packs the one file, and installs everything once, so that npm's cache has all packages. */
const fillNpmCache = async (place: string): Promise<string> => {
  const clone = join(place, "clone");
  await installClone(clone);
  await runCommand(clone, "npm", "run", "--silent", "pack");
  const packed = join(clone, "dist/one-file");
  const name = readdirSync(packed).find((each) => each.endsWith(".tgz"));
  if (name === undefined) throw new Error(`npm run pack wrote no tarball to ${packed}.`);
  const oneFile = join(place, name);
  cpSync(join(packed, name), oneFile);
  const project = join(place, "project");
  await installOneFile(project, oneFile);
  for (const used of [clone, project]) rmSync(used, { recursive: true });
  return oneFile;
};

const installClone = async (folder: string, ...options: readonly string[]): Promise<void> => {
  // Without hard links, so that the files are copied as they are from another machine.
  await runCommand(root, "git", "clone", "--quiet", "--no-hardlinks", root, folder);
  await runCommand(folder, "npm", "ci", ...options, ...npmOptions);
};

const installOneFile = async (folder: string, oneFile: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  // Without a package.json, npm would install into the next folder above that has one.
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await runCommand(folder, "npm", "install", oneFile, ...npmOptions);
};

/** Installs and starts the bank, and stops it after its first response. */
const measure = async (
  { label, install, start: [program, ...words] }: Installation,
  place: string,
): Promise<{ readonly mb: number; readonly seconds: number }> => {
  const [folder, temporary] = [join(place, "bank"), join(place, "temporary")];
  mkdirSync(temporary, { recursive: true });
  const startedAt = performance.now();
  try {
    await install(folder);
    const server = await startServer({
      program,
      isGroup: true,
      folder,
      run: () => words,
      environment: (port) => ({
        PORT: String(port),
        HTTPS_PORT: "off",
        HOST: "127.0.0.1",
        VARDE_DATA: join(place, "data"),
        DATABASE_URL: "",
        // An empty folder, so that no start finds code that an earlier one has compiled.
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: join(temporary, "node-compile-cache"),
      }),
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    return { mb: await readDiskMb(folder), seconds };
  } catch (error) {
    throw new Error(`The installation "${label}" could not be measured.`, { cause: error });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

/** Reads the disk space of an installation, without the history of a clone. */
const readDiskMb = async (folder: string): Promise<number> => {
  rmSync(join(folder, ".git"), { recursive: true, force: true });
  const [kib] = (await runCommand(folder, "du", "-sk", ".")).split("\t");
  return (Number(kib) * 1_024) / 1e6;
};

/** Runs a command and returns its output. An error has what the command printed. */
const runCommand = async (
  folder: string,
  program: string,
  ...words: readonly string[]
): Promise<string> => {
  const options = { cwd: folder, timeout: commandMsMax, maxBuffer: outputBytesMax };
  try {
    return (await promisify(execFile)(program, words, options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    const command = [program, ...words].join(" ");
    throw new Error(`${command} failed in ${folder}:\n${stdout}${stderr}`, { cause: error });
  }
};
