/** A bank of the sandbox, as its account numbers and its accounts name it. */
export interface BankIdentity {
  readonly name: string;
  readonly bankNumber: string;
  readonly bic: string;
}

/**
 * The sandbox bank. The public register has no bank numbers from 9904 on, so the account numbers
 * cannot belong to anyone; by SWIFT's rules, a BIC that ends in 0 is a test BIC.
 */
export const bankIdentity: BankIdentity = {
  name: "Varde Bank",
  bankNumber: "9990",
  bic: "VARDNOK0",
};

/** The bank of every payee in Norway that is not a customer of the sandbox bank. */
export const otherBank = {
  name: "Annen Bank",
  bankNumber: "9980",
  bic: "ANNENOK0",
} as const;

/** A bank of a sandbox with several banks, with the main colour of its pages. */
export interface SandboxBank extends BankIdentity {
  /** Undefined for the colours of the sandbox itself. */
  readonly primary?: { readonly light: string; readonly dark: string };
}

// biome-ignore format: one bank per line makes the columns comparable.
/** The banks of a sandbox with several banks, in the order in which they are started. */
export const sandboxBanks: readonly SandboxBank[] = [
  bankIdentity,
  { name: "Skarvbu Sparebank",  bankNumber: "9991", bic: "SKARNOK0", primary: { light: "#1d4f91", dark: "#9cc4f5" } },
  { name: "Tindholmen Bank",    bankNumber: "9992", bic: "TINDNOK0", primary: { light: "#7a2048", dark: "#f3a9c4" } },
  { name: "Lyngvik Sparebank",  bankNumber: "9993", bic: "LYNGNOK0", primary: { light: "#8a3b12", dark: "#f5b993" } },
  { name: "Grånuten Bank",      bankNumber: "9994", bic: "GRANNOK0", primary: { light: "#3d5a1e", dark: "#bcd88f" } },
  { name: "Blåtind Sparebank",  bankNumber: "9995", bic: "BLATNOK0", primary: { light: "#2f3e8f", dark: "#b3bdf7" } },
  { name: "Fossheim Bank",      bankNumber: "9996", bic: "FOSSNOK0", primary: { light: "#1b5a6b", dark: "#96d3de" } },
  { name: "Myrkleiv Sparebank", bankNumber: "9997", bic: "MYRKNOK0", primary: { light: "#5a3e2b", dark: "#dcbfa9" } },
  { name: "Rødskjær Bank",      bankNumber: "9998", bic: "RODSNOK0", primary: { light: "#6b1f6b", dark: "#e3a9e3" } },
];
