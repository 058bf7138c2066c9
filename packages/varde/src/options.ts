import { type Invocation, type OptionTable, UsageError } from "./command.ts";
import { parseDurationMs } from "./parse-duration.ts";

/** Options of every command. */
export const generalOptions = {
  json: { about: "Print the result as JSON." },
  help: { short: "h", about: "Show this help." },
} as const satisfies OptionTable;

export const timeoutOption = {
  timeout: {
    value: "DURATION",
    about: "How long to wait, like 90s. Default: 30s for the bank, 10m for the PSU.",
  },
} as const satisfies OptionTable;

export const authorityOption = {
  ca: {
    value: "FILE",
    about: "Also trust these authorities for https (PEM). Default: those of your sandbox.",
  },
} as const satisfies OptionTable;

export const bankOptions = {
  bank: {
    value: "URL",
    about: "The bank. Default: $VARDE_BANK, that of the TPP, or http://127.0.0.1:8080.",
  },
  ...authorityOption,
  ...timeoutOption,
  ...generalOptions,
} as const satisfies OptionTable;

export const tppOptions = {
  tpp: { value: "FOLDER", about: "The folder of the TPP. Default: $VARDE_TPP, or .varde-tpp." },
  ...bankOptions,
} as const satisfies OptionTable;

/** Options of commands that may send a PSU to the bank. */
export const psuOptions = {
  approve: {
    value: "NUMBER",
    about: "Approve without a browser, as the customer with this number (sandbox only).",
  },
  "no-browser": { about: "Print the link to the bank instead of opening it." },
  psu: {
    value: "NAME",
    about: "Your name for the PSU. Default: the --approve number, or the last PSU.",
  },
  context: { value: "CONTEXT", about: "private (default), or corporate to act for a company." },
  agreement: {
    value: "NAME",
    about: "With --approve: the company to act for, if there are several.",
  },
  ...tppOptions,
} as const satisfies OptionTable;

/** Options of commands that let several people of a company approve, one after the other. */
export const signerOptions = {
  ...psuOptions,
  approve: {
    ...psuOptions.approve,
    multiple: true,
    about: `${psuOptions.approve.about} Repeat it if several people must approve.`,
  },
} as const satisfies OptionTable;

export const controlOptions = {
  world: { value: "ID", about: "The sandbox world. Default: that of your TPP." },
  ...tppOptions,
} as const satisfies OptionTable;

/** Returns the time of --timeout in milliseconds, or undefined if it is not given. */
export const readTimeoutMs = ({ text }: Invocation): number | undefined => {
  const given = text("timeout");
  if (given === undefined) return undefined;
  const timeoutMs = parseDurationMs("--timeout", given);
  if (timeoutMs > 0) return timeoutMs;
  throw new UsageError("--timeout must be longer than 0s");
};

/**
 * Returns a command as a person types it next, with the TPP and the bank that were given to this
 * one, so that it means the same.
 */
export const nextCommand = ({ program, text }: Invocation, ...words: readonly string[]): string =>
  [
    program,
    ...words.map(quoteWord),
    ...["tpp", "bank", "ca"].flatMap((name) => {
      const given = text(name);
      return given === undefined ? [] : [`--${name}`, quoteWord(given)];
    }),
  ].join(" ");

/**
 * Returns the command that explains a refusal, by the address that the bank gave for it. Returns
 * undefined if this is not a web address.
 */
export const explainCommand = (program: string, address: string): string | undefined =>
  /^https?:\/\//.test(address) && URL.canParse(address)
    ? `${program} explain ${quoteWord(address)}`
    : undefined;

/** Quotes a word for a shell, if it needs quotes. */
export const quoteWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
