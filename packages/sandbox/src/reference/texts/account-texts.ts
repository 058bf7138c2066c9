import type { OperationTexts } from "./operation-text.ts";

/** Accounts, cards, the PSU behind them, and what the bank keeps of the TPP. */
export const accountTexts = {
  listAccounts: {
    tag: "accounts",
    summary: "List accounts",
    description: "401 with scaRedirect until the PSU has given consent.",
  },
  readAccount: {
    tag: "accounts",
    summary: "Read an account",
  },
  readBalances: {
    tag: "accounts",
    summary: "Read the balances of an account",
    description: "Without PSU-IP-Address at most 4 times in 24 hours.",
  },
  listTransactions: {
    tag: "accounts",
    summary: "List the transactions of an account",
    description:
      "Without PSU-IP-Address at most 4 times in 24 hours, and at most 90 days back. Follow the " +
      "links first, previous, next and last; pages do not count again.",
  },
  readTransaction: {
    tag: "accounts",
    summary: "Read the details of a transaction",
  },
  listCardAccounts: {
    tag: "cards",
    summary: "List card accounts",
  },
  readCardAccount: {
    tag: "cards",
    summary: "Read a card account",
  },
  readCardBalances: {
    tag: "cards",
    summary: "Read the balances of a card account",
  },
  listCardTransactions: {
    tag: "cards",
    summary: "List the transactions of a card account",
  },

  createConsent: {
    tag: "psu",
    summary: "Ask for consent",
    description: "Bank-offered: the body is ignored, and the PSU chooses accounts at scaRedirect.",
  },
  createConsentDeprecated: {
    tag: "psu",
    summary: "Ask for consent, at the old address",
    description: "To be removed: use /v1/bank-offered-consents.",
  },
  listAgreements: {
    tag: "psu",
    summary: "List the corporate agreements the PSU may act under",
  },
  readUser: {
    tag: "psu",
    summary: "Begin an SCA, or learn who the PSU is",
    description: "401 with scaRedirect until the PSU has authenticated in this session.",
  },
  readUsers: {
    tag: "psu",
    summary: "The same as /v1/user, as some banks spell it",
  },
  confirmFunds: {
    tag: "funds",
    summary: "Ask whether an account has an amount",
  },
  putContact: {
    tag: "tpp",
    summary: "Register where operational notices go",
  },
  readContact: {
    tag: "tpp",
    summary: "Read where operational notices go",
  },
} as const satisfies OperationTexts;
