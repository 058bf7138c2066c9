import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { commands } from "../src/commands/index.ts";
import { CommandLine } from "./a-command-line.ts";

describe("varde completion", () => {
  const varde = new CommandLine();
  after(() => varde.close());
  const scripts: Record<string, string> = {};
  // In files, because fish cannot read the socket that Node uses as standard input.
  const scriptPath = (shell: string) => join(varde.folder, `varde.${shell}`);
  before(async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      scripts[shell] = (await varde.run("completion", shell)).stdout;
      writeFileSync(scriptPath(shell), scripts[shell]);
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

  for (const shell of ["bash", "zsh", "fish"] as const) {
    test(`${shell} reads its script`, { skip: missingPrograms([shell]) }, () => {
      const { status, stderr } = spawnSync(shell, ["-n", scriptPath(shell)]);
      assert.equal(status, 0, String(stderr));
    });
  }

  const completions: readonly (readonly [string, readonly string[]])[] = [
    ["varde sta", ["start", "status"]],
    ["varde tpp s", ["show"]],
    ["varde pay --re", ["--reporting-code", "--reporting-text"]],
  ];
  for (const [line, expected] of completions) {
    test(`bash completes "${line}"`, { skip: missingPrograms(["bash"]) }, () => {
      const words = line.split(" ");
      const ask = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _varde`;
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own syntax
      const print = 'printf "%s\\n" "${COMPREPLY[@]}"';
      const { stdout } = spawnSync("bash", { input: `${scripts.bash}\n${ask}\n${print}\n` });
      assert.deepEqual(String(stdout).trimEnd().split("\n").sort(), expected);
    });

    test(`fish completes "${line}"`, { skip: missingPrograms(["fish"]) }, () => {
      const command = `source ${scriptPath("fish")}; complete -C '${line}'`;
      const { stdout } = spawnSync("fish", ["--no-config", "-c", command]);
      const words = String(stdout).trimEnd().split("\n");
      assert.deepEqual(words.map((word) => word.split("\t")[0]).sort(), expected);
    });

    test(`zsh completes "${line}"`, { skip: missingPrograms(["zsh"]) }, () => {
      // A second zsh in a terminal of its own gets the line with two tabs, and is waited for until
      // it has shown the words.
      const input = `zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell 'autoload -Uz compinit; compinit -u -D'
        zpty -w shell 'source ${scriptPath("zsh")}; echo RE""ADY'
        zpty -r -m shell shown '*READY*'
        zpty -w -n shell $'${line}\\t\\t'
        zpty -r -m shell shown '*${expected.join("*")}*' && print shown
        zpty -d shell`;
      const { stdout, stderr } = spawnSync("zsh", ["-f"], { input, timeout: 60_000 });
      assert.equal(String(stdout), "shown\n", String(stderr));
    });
  }
});
