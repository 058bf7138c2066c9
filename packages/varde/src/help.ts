import type { Command, OptionSpec, OptionTable } from "./command.ts";
import { commands } from "./commands/index.ts";

const optionWidth = 26;
const lineWidth = 80;

/** The help of the whole program: what it is, every command, how to begin. */
export const formatHelp = (): string => {
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
${lists.join("\n")}

A first payment, in two terminals
  varde start
  varde tpp new
  varde pay --from 99901010028 --to 99901010117 --name "Ola Bråten" --amount 249.50
  varde status

  "varde start" runs the bank until Ctrl-C. "varde tpp new" makes you a TPP: a key
  and a certificate in the folder .varde-tpp. "varde pay" signs the request, sends
  it, and opens the bank's page in your browser: identify as Kari Nordli (03848420491)
  and approve. Without a browser, add --approve 03848420491.

Exit codes
  0  done     1  the bank refused, or it did not work out     2  wrong usage
  3  the bank could not be reached
`;
};

/** The help of one command. */
export const formatCommandHelp = ({ usage, about, options, examples }: Command): string =>
  [
    "Usage",
    ...usage.map((form) => `  varde ${form}`),
    "",
    ...about.flatMap((paragraph) => [...wrap(paragraph, lineWidth), ""]),
    "Options",
    ...formatOptions(options),
    "",
    examples.length === 1 ? "Example" : "Examples",
    ...examples.flatMap(({ line, about: text }) => [
      ...(text === undefined ? [] : wrap(text, lineWidth - 4).map((part) => `  # ${part}`)),
      ...line.split("\n").map((part) => `  ${part}`),
    ]),
    "",
  ].join("\n");

const formatOptions = (options: OptionTable): readonly string[] =>
  Object.entries(options).flatMap(([name, spec]) => {
    const [first = "", ...more] = wrap(spec.about, lineWidth - optionWidth);
    const title = formatTitle(name, spec);
    const rest = more.map((part) => " ".repeat(optionWidth) + part);
    return title.length < optionWidth
      ? [title.padEnd(optionWidth) + first, ...rest]
      : [title, " ".repeat(optionWidth) + first, ...rest];
  });

const formatTitle = (name: string, { short, value }: OptionSpec): string =>
  `  ${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;

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
