import type { OptionTable } from "./command.ts";

/** Every command has these. */
export const generalOptions = {
  json: { type: "boolean", about: "Print the result as JSON, for scripts." },
  help: { type: "boolean", short: "h", about: "Show this text." },
} as const satisfies OptionTable;

export const bankOptions = {
  bank: {
    type: "string",
    value: "URL",
    about: "The bank; $VARDE_BANK, the one the TPP was made for, or http://127.0.0.1:8080.",
  },
  ...generalOptions,
} as const satisfies OptionTable;

export const tppOptions = {
  tpp: {
    type: "string",
    value: "FOLDER",
    about: "The TPP to act as; $VARDE_TPP, or .varde-tpp.",
  },
  ...bankOptions,
} as const satisfies OptionTable;

/** For commands that may send a PSU to the bank. */
export const psuOptions = {
  approve: {
    type: "string",
    value: "NUMBER",
    about: "Complete SCA without a browser, as the customer with this number (sandbox only).",
  },
  "no-browser": { type: "boolean", about: "Print the bank's address in place of opening it." },
  psu: {
    type: "string",
    value: "NAME",
    about: "Your own name for the PSU; the --approve number, or the PSU you used last.",
  },
  context: {
    type: "string",
    value: "CONTEXT",
    about: "private or corporate: as oneself, or for a company. private unless given.",
  },
  agreement: {
    type: "string",
    value: "NAME",
    about: "With --approve: the company to act for, when there are several.",
  },
  ...tppOptions,
} as const satisfies OptionTable;

export const controlOptions = {
  world: {
    type: "string",
    value: "ID",
    about: "The sandbox world; that of your TPP unless given.",
  },
  ...tppOptions,
} as const satisfies OptionTable;
