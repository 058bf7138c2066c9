import {
  type Command,
  type CommandRow,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";

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
    terminal.line(script.split("\n"));
    terminal.json({ shell, script });
  },
});

/** A command as completion sees it. */
interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Words that may follow the name, like `new` of `tpp`. */
  readonly acts: readonly string[];
  readonly options: Command["options"];
}

/** Collects what can be completed from the commands themselves. */
const describeProgram = (rows: readonly CommandRow[]): Promise<CompletedCommand[]> =>
  Promise.all(
    rows.map(async ({ name, summary, load }) => {
      const { usage, options } = await load();
      const acts = usage.flatMap((form) => /^\w+ ([a-z]+)\b/.exec(form)?.[1] ?? []);
      return {
        name,
        summary,
        acts: name === "completion" ? ["bash", "zsh", "fish"] : acts,
        options,
      };
    }),
  );

const listWords = ({ acts, options }: CompletedCommand): string =>
  [...acts, ...Object.keys(options).map((name) => `--${name}`)].join(" ");

const writeBash = (commands: readonly CompletedCommand[]): string =>
  `_varde() {
  local words
  case "\${COMP_WORDS[1]}" in
${commands.map((each) => `    ${each.name}) words="${listWords(each)}" ;;`).join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(" ")} help"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _varde varde`;

const writeZsh = (commands: readonly CompletedCommand[]): string =>
  `_varde() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map((each) => `      ${quote(describeForZsh(each))}`).join("\n")}
    )
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map((each) => `    ${each.name}) compadd -- ${listWords(each)} ;;`).join("\n")}
  esac
  _files
}
compdef _varde varde`;

const describeForZsh = ({ name, summary }: CompletedCommand): string =>
  `${name}:${summary.replaceAll(":", "\\:")}`;

const writeFish = (commands: readonly CompletedCommand[]): string =>
  commands
    .flatMap(({ name, summary, acts, options }) => {
      const after = `complete -c varde -n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c varde -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
        ...(acts.length === 0 ? [] : [`${after} -f -a ${quote(acts.join(" "))}`]),
        ...Object.entries(options).map(
          ([option, { value, about }]) =>
            `${after} -l ${option}${value === undefined ? "" : " -r"} -d ${quote(about)}`,
        ),
      ];
    })
    .join("\n");

/** Quotes a text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the script of each shell. */
const completionScripts = { bash: writeBash, zsh: writeZsh, fish: writeFish } as const;

const shells = Object.keys(completionScripts);
