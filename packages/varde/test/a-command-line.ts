import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import tls from "node:tls";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "../src/run-command-line.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Running {
  /** Resolves with the first match in the output, on either stream. */
  written(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  readonly pid: number;
  stop(signal?: "SIGINT" | "SIGTERM" | "SIGHUP"): void;
  /** Stops reading, as `head` does after its last line. */
  closeOutput(stream: "stdout" | "stderr"): void;
}

const originalFolder = process.cwd();

/** Runs the command line in a temporary folder. */
export class CommandLine {
  /** The last command in this process, for the next to wait: they share its working directory. */
  static #last: Promise<unknown> = Promise.resolve();
  readonly folder = mkdtempSync(join(tmpdir(), "varde-cli-"));
  readonly #children = new Set<ChildProcess>();
  readonly #environment: Environment;

  constructor(bank?: string, environment: Environment = {}) {
    this.#environment = { ...(bank !== undefined && { VARDE_BANK: bank }), ...environment };
  }

  /**
   * Starts a process, for commands that read standard input, keep running or get a signal. It may
   * open `filesMax` files, if that is given.
   */
  start(
    words: readonly string[],
    input = "",
    environment: Environment = {},
    filesMax?: number,
  ): Running {
    const limit =
      filesMax === undefined ? [] : ["sh", "-c", `ulimit -n ${filesMax}; exec "$@"`, "sh"];
    const flags = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"];
    const [program = "", ...more] = [...limit, process.execPath, ...flags, main, ...words];
    const child = spawn(program, more, {
      cwd: this.folder,
      env: { ...this.#inherited(), ...environment },
    });
    this.#children.add(child);
    const texts = { stdout: "", stderr: "" };
    const watchers = new Set<() => void>();
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
        for (const watch of watchers) watch();
      });
    }
    child.stdin.end(input);
    const ended = new Promise<Ended>((resolve) => {
      child.once("close", (code) => resolve({ code, ...texts }));
    });
    return {
      ended,
      pid: child.pid ?? 0,
      stop: (signal = "SIGTERM") => child.kill(signal),
      closeOutput: (stream) => child[stream].destroy(),
      written: (pattern) =>
        new Promise((resolve, reject) => {
          const watch = () => {
            const found = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
            if (found === null) return;
            watchers.delete(watch);
            resolve(found);
          };
          watchers.add(watch);
          watch();
          ended.then(() =>
            reject(new Error(`the command ended without ${pattern}: ${texts.stderr}`)),
          );
        }),
    };
  }

  /** Runs a command to its end in this process, because loading it again takes a second. */
  run(...words: readonly string[]): Promise<Ended> {
    const ended = CommandLine.#last.then(() => this.#runHere(words));
    CommandLine.#last = ended.catch(() => {});
    return ended;
  }

  async #runHere(words: readonly string[]): Promise<Ended> {
    const texts = { stdout: "", stderr: "" };
    const capture = (name: keyof typeof texts) =>
      new Writable({
        write(chunk, _encoding, done) {
          texts[name] += chunk;
          done();
        },
      });
    const output = { stdout: capture("stdout"), stderr: capture("stderr") };
    const authorities = tls.getCACertificates("default");
    process.chdir(this.folder);
    try {
      const code = await runCommandLine(words, this.#inherited(), output);
      return { code, ...texts };
    } finally {
      process.chdir(originalFolder);
      // A command may trust the authority of its bank, which the next test must not.
      if (tls.getCACertificates("default") !== authorities) {
        tls.setDefaultCACertificates([...authorities]);
      }
    }
  }

  #inherited() {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
    return { PATH, HOME, NODE_COMPILE_CACHE, ...this.#environment };
  }

  /** Runs a command that must succeed, and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
  async json(...words: readonly string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run(...words, "--json");
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  /** Kills the commands that are still running. */
  close(): void {
    for (const child of this.#children) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
