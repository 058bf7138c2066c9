import type { Command, OptionSpec, OptionTable } from "./command.ts";
import { commands } from "./commands/index.ts";

const optionWidth = 30;
const lineWidth = 80;

/** Returns the help of the whole program: what it is, every command, how to make a payment. */
export const formatHelp = (program: string): string => {
  return nameProgram(
    `varde: a Norwegian PSD2 bank on your machine, and a TPP to use it with

Usage
  varde COMMAND [OPTIONS]
  varde COMMAND --help
  varde --version
${formatCommands().join("\n")}

A first payment
  Start the bank in one terminal. It runs until you press Ctrl-C.

  varde start

  In another terminal make a TPP, pay, and look at the payment:

  varde tpp new
  varde pay --from 99901010028 --to 99901010117 --name "Ola Bråten" \\
    --amount 249.50
  varde status

  The first command makes a key and a certificate in the folder .varde-tpp. The
  second signs the request, sends it, and opens the bank's page in your browser:
  identify as Kari Nordli (03848420491) and approve. Without a browser, stop it
  with Ctrl-C and repeat it with --approve 03848420491.

  varde customers

  lists the other customers. If a request is refused, the bank says why.

  varde logs --follow

  shows every request as it arrives. In a browser, http://127.0.0.1:8080/docs
  has the reference and a form for every operation that signs and sends it.

Environment
${formatRows(
  [
    ["VARDE_BANK", "The address of the bank, http or https. Default: http://127.0.0.1:8080."],
    ["VARDE_TPP", "The folder of the TPP. Default: .varde-tpp."],
    ["VARDE_CONTROL_TOKEN", "The token for the control API of the bank of VARDE_BANK or --bank."],
    ["NO_COLOR", "Turns colours off. They are also off if the output is not a terminal."],
  ],
  24,
).join("\n")}

Exit codes
  0  success
  1  the bank refused, or the command failed
  2  the command line is invalid
  3  the bank could not be reached
  130  interrupted with Ctrl-C
  141  the reader of the output closed it, as head does
  143  ended with SIGTERM
`,
    program,
  );
};

const formatCommands = (): readonly string[] => {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.flatMap((group) => [
    "",
    group,
    ...commands
      .filter((command) => command.group === group)
      .map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`),
  ]);
};

/** Returns the help of one command. */
export const formatCommandHelp = (
  { usage, about, options, environment = [], examples }: Command,
  program: string,
): string => {
  const named = (text: string) => nameProgram(text, program);
  return [
    "Usage",
    ...usage.map((form) => `  ${program} ${form}`),
    "",
    ...about.flatMap((paragraph) => [...wrapParagraph(named(paragraph)), ""]),
    "Options",
    ...formatOptions(options),
    "",
    ...(environment.length === 0
      ? []
      : ["Environment", ...formatRows(environment, optionWidth), ""]),
    examples.length === 1 ? "Example" : "Examples",
    ...examples.flatMap(({ line, about: text }) => [
      ...(text === undefined ? [] : wrap(text, lineWidth - 4).map((part) => `  # ${part}`)),
      ...named(line)
        .split("\n")
        .map((part) => `  ${part}`),
    ]),
    "",
  ].join("\n");
};

/** Puts in the program's name as it is typed here, wherever a text shows a command. */
export const nameProgram = (text: string, program: string): string =>
  text.replace(/(?<=^|[\s|&])(?:npx )?varde(?= [a-zC-])/g, program);

const formatOptions = (options: OptionTable): readonly string[] =>
  formatRows(
    Object.entries(options).map(([name, spec]) => [formatTitle(name, spec), spec.about]),
    optionWidth,
  );

/** Long names are aligned, whether or not an option also has a short one. */
const formatTitle = (name: string, { short, value }: OptionSpec): string =>
  [short === undefined ? "   " : `-${short},`, `--${name}`, value ?? ""].join(" ").trimEnd();

/** Returns two columns; a title that is too long gets a line of its own. */
function formatRows(
  rows: readonly (readonly [title: string, about: string])[],
  width: number,
): readonly string[] {
  return rows.flatMap(([title, about]) => {
    const [first = "", ...more] = wrap(about, lineWidth - width);
    const rest = more.map((part) => " ".repeat(width) + part);
    return title.length + 2 < width
      ? [`  ${title}`.padEnd(width) + first, ...rest]
      : [`  ${title}`, " ".repeat(width) + first, ...rest];
  });
}

/** Indented lines are commands, which stay on one line. */
const wrapParagraph = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => (line.startsWith("  ") ? [line] : wrap(line, lineWidth)));

const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};
