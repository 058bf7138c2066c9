import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const nodeWords = scripts.varde.replace(/^exec node /, "").replace(/ \S+$/, "");

/** A terminal in which lines are typed exactly as another command printed them. */
class Terminal {
  readonly #folder = mkdtempSync(join(tmpdir(), "varde-hints-"));
  readonly #children = new Set<ChildProcess>();
  readonly #cwd: string | undefined;

  constructor(cwd?: string) {
    this.#cwd = cwd;
    const command = join(this.#folder, "bin/varde");
    const main = join(root, "packages/varde/src/main.ts");
    mkdirSync(join(this.#folder, "bin"));
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" ${nodeWords} "${main}" "$@"\n`);
    chmodSync(command, 0o755);
  }

  /** Types a line, and resolves with the output when it ends or has printed `until`. */
  async type(line: string, until?: RegExp, variables: Readonly<Record<string, string>> = {}) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const child = spawn("sh", ["-c", line], {
      cwd: this.#cwd ?? this.#folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: `${join(this.#folder, "bin")}:${PATH}`,
        HOME,
        NODE_COMPILE_CACHE,
        VARDE_TPP: join(this.#folder, "tpp"),
        VARDE_DATA: join(this.#folder, "data"),
        ...variables,
      },
    });
    this.#children.add(child);
    let output = "";
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const isPrinted = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          if (until?.test(output)) resolve();
        });
      }
    });
    const code = await Promise.race([ended, isPrinted]);
    /** Presses Ctrl-C and resolves with the whole output. */
    const interrupt = async (): Promise<string> => {
      process.kill(-(child.pid ?? assert.fail("not started")), "SIGINT");
      await ended;
      return output;
    };
    return { code, output, interrupt };
  }

  close(): void {
    for (const { pid, exitCode, signalCode } of this.#children) {
      const isRunning = exitCode === null && signalCode === null;
      if (isRunning && pid !== undefined) process.kill(-pid, "SIGKILL");
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const situations = {
  clone: { name: "in a clone", program: "npx varde", cwd: root },
  installation: { name: "in an installation", program: "varde", cwd: undefined },
};

/** Tests the printed commands in one situation. */
export const testHints = (situation: keyof typeof situations): void => {
  const { name, program, cwd } = situations[situation];
  describe(`hints ${name}`, () => {
    let terminal: Terminal;
    before(() => {
      terminal = new Terminal(cwd);
    });
    after(() => terminal.close());

    /** Returns the lines of an output that start with the program's name. */
    const listHints = (output: string): readonly string[] =>
      output
        .split("\n")
        .map((line) => line.trim().replace(/^Next: /, ""))
        .filter((line) => line.startsWith(`${program} `));

    test("every printed command works when it is typed as printed", async () => {
      const variables = { PORT: "0", HTTPS_PORT: "off" };
      const bank = await terminal.type(`${program} start`, /Ctrl-C stops/, variables);
      const [makeTpp = "", pay = "", ...others] = listHints(bank.output);
      assert.match(makeTpp, /tpp new --bank http:/);
      assert.match(pay, / pay --from \d{11} /);
      assert.deepEqual(others, []);

      const second = await terminal.type(`${program} start`, undefined, variables);
      assert.equal(second.code, 1);
      assert.match(second.output, /already running at http:/);
      const [startAnother = ""] = listHints(second.output);
      const another = await terminal.type(startAnother, /Ctrl-C stops/, variables);
      await another.interrupt();

      const withoutTpp = await terminal.type(pay);
      assert.match(withoutTpp.output, /There is no TPP/);
      assert.equal(listHints(withoutTpp.output).length, 1);
      const made = await terminal.type(makeTpp);
      assert.equal(made.code, 0, made.output);
      const [help = ""] = listHints(made.output);
      assert.equal((await terminal.type(help)).code, 0);

      const payment = await terminal.type(pay, /Waiting for the PSU/);
      const [status = "", approve = ""] = listHints(await payment.interrupt());
      const shown = await terminal.type(status);
      assert.equal(shown.code, 0, shown.output);
      assert.match(shown.output, /RCVD/);
      const approved = await terminal.type(approve);
      assert.match(approved.output, /ACSC/);

      await bank.interrupt();
      const unreachable = await terminal.type(status);
      assert.equal(unreachable.code, 3);
      const [startAgain = ""] = listHints(unreachable.output);
      const again = await terminal.type(startAgain, /Ctrl-C stops/, { HTTPS_PORT: "off" });
      assert.match((await terminal.type(status)).output, /ACSC/);
      await again.interrupt();
    });
  });
};
