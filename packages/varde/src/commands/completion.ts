import { type Command, type CommandRow, UsageError, unknownWord } from "../command.ts";
import { completionScripts, describeProgram } from "../completion/completion-scripts.ts";
import { generalOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";

const shells = Object.keys(completionScripts);

/** Makes the command that completes the given ones. */
export const completion = (rows: readonly CommandRow[]): Command => ({
  usage: ["completion SHELL"],
  about: [
    "Prints a script that completes commands, arguments and options in a shell: bash, zsh or " +
      "fish. Load it in the start-up file of the shell.",
  ],
  options: generalOptions,
  examples: [
    { line: 'eval "$(varde completion bash)"', about: "In ~/.bashrc" },
    { line: 'eval "$(varde completion zsh)"', about: "In ~/.zshrc, after compinit" },
    { line: "varde completion fish | source", about: "In ~/.config/fish/config.fish" },
  ],
  run: async ({ words, terminal }) => {
    const [shell, ...more] = words;
    refuseExtraArguments(more);
    if (shell === undefined) throw new UsageError(`add a shell: ${shells.join(", ")}`);
    if (!Object.hasOwn(completionScripts, shell)) throw unknownWord("shell", shell, shells);
    const program = await describeProgram(rows);
    const script = completionScripts[shell as keyof typeof completionScripts](program);
    terminal.line(script);
    terminal.json({ shell, script });
  },
});
