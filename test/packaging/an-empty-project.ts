import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildAndPack } from "../../tools/publication/build-and-pack.ts";
import { listPublishedPackages } from "../../tools/publication/list-published-packages.ts";
import type { Tarball } from "../../tools/publication/pack-packages.ts";

const execute = promisify(execFile);

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

/** Builds and packs all packages, and installs the tarballs and the extras in an empty project. */
export const anEmptyProject = async (...extras: readonly string[]): Promise<EmptyProject> => {
  const folder = await mkdtemp(join(tmpdir(), "varde-packed-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const run = async (program: string, ...words: readonly string[]): Promise<Outcome> => {
    // The tests run under npm themselves, which would tell the program another caller.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_(OPTIONS|TEST_)/.test(name)),
    );
    const running = execute(program, words, { cwd: folder, env, timeout: 240_000 });
    return running.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout = "", stderr = "" }) => ({ code: Number(code), stdout, stderr }),
    );
  };
  try {
    const packages = listPublishedPackages();
    const tarballs = buildAndPack(packages, join(folder, "tarballs"));
    await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
    const files = tarballs.map(({ path }) => path);
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...files, ...extras];
    const { code, stderr } = await run("npm", ...words);
    if (code !== 0) throw new Error(`npm install failed:\n${stderr}`);
    return { folder, tarballs, run, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
};
