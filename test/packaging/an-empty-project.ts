import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildAndPack } from "../../tools/publication/build-and-pack.ts";
import { listPublishedPackages } from "../../tools/publication/list-published-packages.ts";
import { packOneFile } from "../../tools/publication/pack-one-file.ts";
import type { Tarball } from "../../tools/publication/pack-packages.ts";

const execute = promisify(execFile);

/**
 * Returns this environment without npm's, which would tell a program another caller, and without
 * the database of the tests.
 */
export const userEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_|^NODE_(OPTIONS|TEST_)|^DATABASE_URL$/.test(name),
    ),
  );

/** The output of a program and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EmptyProject extends AsyncDisposable {
  readonly folder: string;
  readonly tarballs: readonly Tarball[];
  /** Runs a program in the project, without the environment that the test runner sets. */
  run(program: string, ...words: readonly string[]): Promise<Outcome>;
}

const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];

/** Builds and packs all packages, and installs the tarballs and the extras in an empty project. */
export const anEmptyProject = (...extras: readonly string[]): Promise<EmptyProject> =>
  openProject((tarballs) => {
    const files = tarballs.map(({ path }) => path);
    return ["npm", "install", ...quiet, ...files, ...extras];
  });

/** Packs all packages into one file in an empty project, and installs it with the command. */
export const aProjectOfOneFile = (command: string): Promise<EmptyProject> =>
  openProject((tarballs, folder) => {
    packOneFile(tarballs, folder);
    return ["sh", "-c", `${command} ${quiet.join(" ")}`];
  });

const openProject = async (
  prepareInstallation: (tarballs: readonly Tarball[], folder: string) => readonly string[],
): Promise<EmptyProject> => {
  const folder = await mkdtemp(join(tmpdir(), "varde-packed-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const run = async (program: string, ...words: readonly string[]): Promise<Outcome> => {
    const running = execute(program, words, {
      cwd: folder,
      env: userEnvironment(),
      timeout: 240_000,
    });
    return running.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout = "", stderr = "" }) => ({ code: Number(code), stdout, stderr }),
    );
  };
  try {
    const packages = listPublishedPackages();
    const tarballs = buildAndPack(packages, join(folder, "tarballs"));
    await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
    const [program = "", ...words] = prepareInstallation(tarballs, folder);
    const { code, stderr } = await run(program, ...words);
    if (code !== 0) throw new Error(`npm install failed:\n${stderr}`);
    return { folder, tarballs, run, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
};
