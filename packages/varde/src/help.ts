import type { Command, OptionSpec, OptionTable } from "./command.ts";
import { commands } from "./commands/index.ts";

const optionWidth = 30;
const lineWidth = 80;

/**
 * The help of the whole program: what it is, every command, how to begin. Run from its source by
 * npm, the program has a longer name.
 */
export const formatHelp = (isByNpm = false): string => {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const lists = groups.flatMap((group) => [
    "",
    group,
    ...commands
      .filter((command) => command.group === group)
      .map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`),
  ]);
  return `varde: a Norwegian PSD2 bank on your machine, and a TPP to use it with

Usage
  varde COMMAND [OPTIONS]
  varde COMMAND --help
  varde --version
${isByNpm ? '\n  Here, write "npm run -s varde --" for varde.\n' : ""}${lists.join("\n")}

A first payment
  In one terminal start the bank; it runs until Ctrl-C:

  varde start

  In another become a TPP, pay, and see what became of it:

  varde tpp new
  varde pay --from 99901010028 --to 99901010117 --name "Ola Bråten" --amount 249.50
  varde status

  "varde tpp new" makes a key and a certificate in the folder .varde-tpp. "varde pay"
  signs the request, sends it, and opens the bank's page in your browser: identify as
  Kari Nordli (03848420491) and approve. Without a browser, add --approve 03848420491.
  "varde customers" lists whom else you can be. When a request is refused, the bank
  says why; "varde logs --follow" shows it as it happens. In a browser the same is at
  http://127.0.0.1:8080/docs, with a form for every operation that signs and sends.

Environment
${formatRows(
  [
    ["VARDE_BANK", "The bank, in place of --bank: another than http://127.0.0.1:8080."],
    ["VARDE_TPP", "The TPP's folder, in place of --tpp."],
    ["VARDE_CONTROL_TOKEN", "Opens a sandbox's control API from another machine."],
    ["NO_COLOR", "No colours; there are none either where no terminal is."],
  ],
  24,
).join("\n")}

Exit codes
  0  done
  1  the bank refused, or it did not work out
  2  wrong usage
  3  the bank could not be reached
`;
};

/** The help of one command. */
export const formatCommandHelp = ({
  usage,
  about,
  options,
  environment = [],
  examples,
}: Command): string =>
  [
    "Usage",
    ...usage.map((form) => `  varde ${form}`),
    "",
    ...about.flatMap((paragraph) => [...wrap(paragraph, lineWidth), ""]),
    "Options",
    ...formatOptions(options),
    "",
    ...(environment.length === 0
      ? []
      : ["Environment", ...formatRows(environment, optionWidth), ""]),
    examples.length === 1 ? "Example" : "Examples",
    ...examples.flatMap(({ line, about: text }) => [
      ...(text === undefined ? [] : wrap(text, lineWidth - 4).map((part) => `  # ${part}`)),
      ...line.split("\n").map((part) => `  ${part}`),
    ]),
    "",
  ].join("\n");

const formatOptions = (options: OptionTable): readonly string[] =>
  formatRows(
    Object.entries(options).map(([name, spec]) => [formatTitle(name, spec), spec.about]),
    optionWidth,
  );

/** Options without a letter of their own stand under the long names of the others. */
const formatTitle = (name: string, { short, value }: OptionSpec): string =>
  [short === undefined ? "   " : `-${short},`, `--${name}`, value ?? ""].join(" ").trimEnd();

/** Two columns; a title that is too long stands on a line of its own. */
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
