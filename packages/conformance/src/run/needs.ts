import type { BankToCheck, CheckOptions } from "../bank-to-check.ts";
import type { Check, Need } from "../checks/check.ts";

interface NeedTerms {
  isMet(bank: BankToCheck, options: CheckOptions): boolean;
  /** Says what is missing and how to supply it. */
  readonly missing: string;
}

/** Conditions that meet each need of a check. */
const needs: Readonly<Record<Need, NeedTerms>> = {
  approval: {
    isMet: ({ sca }) => sca !== undefined,
    missing: "needs an SCA: add sca to the file",
  },
  card: {
    isMet: ({ debtor }) => debtor.card !== undefined,
    missing: "needs a card account that can pay: add card to debtor in the file",
  },
  clock: {
    isMet: ({ advanceClock }) => advanceClock !== undefined,
    missing: "needs a clock that can be moved: a Varde sandbox with sca varde",
  },
  company: {
    isMet: ({ company }) => company !== undefined,
    missing: "needs a company that the PSU may act for: add company to the file",
  },
  "consent-change": {
    isMet: (_, { changeConsent }) => changeConsent === true,
    missing: "changes the PSU's consent: allow it with --change-consent",
  },
  "kid-payee": {
    isMet: ({ kidPayee }) => kidPayee !== undefined,
    missing: "needs a payee with a KID agreement: add kidPayee to the file",
  },
  money: {
    isMet: (_, { money }) => money === "approve",
    missing: "approves a payment of NOK 1: allow it with --money approve",
  },
  "pending-payee": {
    isMet: ({ pendingPayee }) => pendingPayee !== undefined,
    missing: "needs a payee whose payments wait as PDNG: add pendingPayee to the file",
  },
  production: {
    isMet: ({ kind }) => kind === "production",
    missing: "is about production banks: the file says kind sandbox",
  },
  quota: {
    isMet: ({ quotaAccount }, { useQuota }) => useQuota === true && quotaAccount !== undefined,
    missing:
      "uses up the unattended calls of an account for 24 hours: allow it with --use-quota and " +
      "add quotaAccount to the file",
  },
  sandbox: {
    isMet: ({ kind }) => kind === "sandbox",
    missing: "is about sandboxes: the file says kind production",
  },
  second: {
    isMet: ({ second }) => second !== undefined,
    missing: "needs the certificate of another TPP: add second to the file",
  },
  tls: {
    isMet: ({ address }) => address.protocol === "https:",
    missing: "is about TLS: the address of the bank starts with http",
  },
  volume: {
    isMet: (_, { volume }) => volume === true,
    missing: "creates 201 payments: allow it with --volume",
  },
};

/** Returns what a check lacks, or undefined if every need is met. */
export const missingNeed = (
  wanted: readonly Need[],
  bank: BankToCheck,
  options: CheckOptions,
): string | undefined => {
  const need = wanted.find((each) => !needs[each].isMet(bank, options));
  return need === undefined ? undefined : needs[need].missing;
};

/** Counts what a run asks of the PSU: SCAs, and payments of NOK 1 that are approved. */
export const planScas = (
  checks: readonly Check[],
  bank: BankToCheck,
  options: CheckOptions,
): { readonly approvals: number; readonly refusals: number; readonly payments: number } => {
  const run = checks.filter(
    (check) =>
      isChosen(check, options.only) && missingNeed(check.needs ?? [], bank, options) === undefined,
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  return {
    // The PSU identifies once, unless the file names them.
    approvals: sum(run.map(({ approvals = 0 }) => approvals)) + (bank.psu === undefined ? 1 : 0),
    refusals: sum(run.map(({ refusals = 0 }) => refusals)),
    payments: run.filter(({ needs: wanted = [] }) => wanted.includes("money")).length,
  };
};

/** Returns whether `--only` names a check: by its id, or by its group like SIG. */
export const isChosen = (
  { id, group }: Pick<Check, "id" | "group">,
  only: readonly string[] | undefined,
): boolean => only === undefined || only.includes(id) || only.includes(group);
