import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { commands } from "../src/commands/index.ts";
import { CommandLine } from "./a-command-line.ts";

describe("varde completion", () => {
  const varde = new CommandLine();
  after(() => varde.close());
  const scripts: Record<string, string> = {};
  before(async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      scripts[shell] = (await varde.run("completion", shell)).stdout;
    }
  });

  for (const shell of ["bash", "zsh", "fish"]) {
    test(`the script for ${shell} has every command and its options`, async () => {
      const script = scripts[shell] ?? "";
      for (const { name, load } of commands) {
        assert(script.includes(name), name);
        for (const option of Object.keys((await load()).options)) {
          assert.match(script, new RegExp(`(?:--|-l )${option}\\b`), `${name} ${option}`);
        }
      }
    });
  }

  const hasShell = (shell: string) => spawnSync(shell, ["-c", ":"]).status === 0;

  for (const shell of ["bash", "zsh", "fish"]) {
    test(`${shell} reads its script`, { skip: !hasShell(shell) }, () => {
      // From a file, because fish cannot read the socket that Node uses as standard input.
      const file = join(varde.folder, `completion.${shell}`);
      writeFileSync(file, scripts[shell] ?? "");
      const { status, stderr } = spawnSync(shell, ["-n", file]);
      assert.equal(status, 0, String(stderr));
    });
  }

  const completions: readonly (readonly [string, readonly string[]])[] = [
    ["varde sta", ["start", "status"]],
    ["varde tpp s", ["show"]],
    ["varde pay --re", ["--reporting-code", "--reporting-text"]],
  ];
  for (const [line, expected] of completions) {
    test(`bash completes "${line}"`, { skip: !hasShell("bash") }, () => {
      const words = line.split(" ");
      const ask = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _varde`;
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own syntax
      const print = 'printf "%s\\n" "${COMPREPLY[@]}"';
      const { stdout } = spawnSync("bash", { input: `${scripts.bash}\n${ask}\n${print}\n` });
      assert.deepEqual(String(stdout).trimEnd().split("\n").sort(), expected);
    });
  }
});
