import { type Invocation, type OptionTable, UsageError } from "./command.ts";

/** Options of every command. */
export const generalOptions = {
  json: { about: "Print the result as JSON." },
  help: { short: "h", about: "Show this help." },
} as const satisfies OptionTable;

export const timeoutOption = {
  timeout: {
    value: "SECONDS",
    about: "Stop waiting for the bank after 30 seconds, for the PSU after 600, or after these.",
  },
} as const satisfies OptionTable;

export const bankOptions = {
  bank: {
    value: "URL",
    about: "The bank. Default: $VARDE_BANK, that of the TPP, or http://127.0.0.1:8080.",
  },
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

export const controlOptions = {
  world: { value: "ID", about: "The sandbox world. Default: that of your TPP." },
  ...tppOptions,
} as const satisfies OptionTable;

/** Returns the time of --timeout in milliseconds, or undefined if it is not given. */
export const readTimeoutMs = ({ text }: Invocation): number | undefined => {
  const given = text("timeout");
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given) * 1000;
  throw new UsageError(`--timeout must be a number of seconds above 0, not "${given}"`);
};
