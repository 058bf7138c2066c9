import type { OperationTexts } from "./operation-text.ts";

/** Texts of the operations on accounts, cards, consents, the PSU and the TPP's contact data. */
export const accountTexts = {
  listAccounts: {
    tag: "accounts",
    summary: "List accounts",
    description:
      "Returns 401 with scaRedirect until the PSU has given consent. After SCA, repeat the call with " +
      "the PSU-ID from the redirect, and PSU-Corporate-ID if the redirect has one.",
  },
  readAccount: {
    tag: "accounts",
    summary: "Read an account",
    description:
      "Returns one account that the PSU has granted, with its balances if withBalance=true. An " +
      "unknown account and another PSU's account both return 404.",
  },
  readBalances: {
    tag: "accounts",
    summary: "Read the balances of an account",
    description: "Without PSU-IP-Address, at most 4 calls in 24 hours per account.",
  },
  listTransactions: {
    tag: "accounts",
    summary: "List the transactions of an account",
    description:
      "Without PSU-IP-Address, at most 4 calls in 24 hours per account, and only transactions of " +
      "the last 90 days. Follow the links first, previous, next and last; further pages are not " +
      "counted.",
  },
  readTransaction: {
    tag: "accounts",
    summary: "Read the details of a transaction",
    description:
      "Without PSU-IP-Address, counts as one of the 4 calls for transactions in 24 hours.",
  },
  listCardAccounts: {
    tag: "cards",
    summary: "List card accounts",
    description:
      "Returns the card accounts that the PSU has granted. The list is empty if there are none. " +
      "Returns 401 with scaRedirect until the PSU has given consent.",
  },
  readCardAccount: {
    tag: "cards",
    summary: "Read a card account",
    description:
      "Returns one card account that the PSU has granted. relatedAccount is there if payments " +
      "can be made from the card: send it as debtorAccount.other.identification.",
  },
  readCardBalances: {
    tag: "cards",
    summary: "Read the balances of a card account",
    description:
      "Returns the booked, expected and available balance, the last one with the credit limit. " +
      "Without PSU-IP-Address, at most 4 calls in 24 hours per account.",
  },
  listCardTransactions: {
    tag: "cards",
    summary: "List the transactions of a card account",
    description:
      "Returns purchases and payments, newest first; a purchase is negative. Without " +
      "PSU-IP-Address, at most 4 calls in 24 hours per account, and only the last 90 days.",
  },

  createConsent: {
    tag: "psu",
    summary: "Request consent",
    description:
      "Bank-offered consent: the body is ignored, and the PSU selects accounts at scaRedirect.",
  },
  createConsentDeprecated: {
    tag: "psu",
    summary: "Request consent (deprecated path)",
    description: "Will be removed. Use POST /v1/bank-offered-consents instead.",
  },
  listAgreements: {
    tag: "psu",
    summary: "List the PSU's corporate agreements",
    description:
      "Returns 401 with scaRedirect until the PSU has completed SCA. After SCA, repeat the call with " +
      "the PSU-ID from the redirect. PSU-Corporate-ID is not needed.",
  },
  readUser: {
    tag: "psu",
    summary: "Start an SCA, or read the PSU-ID",
    description:
      "Returns 401 with scaRedirect until the PSU has completed SCA in this session. After SCA, " +
      "repeat the call with the PSU-ID from the redirect.",
  },
  readUsers: {
    tag: "psu",
    summary: "Same as GET /v1/user; some banks use this path",
    description:
      "Does the same as GET /v1/user: returns 401 with scaRedirect until the PSU has completed " +
      "SCA in this session, then the PSU-ID.",
  },
  confirmFunds: {
    tag: "funds",
    summary: "Check whether an account has sufficient funds",
    description:
      "Returns fundsAvailable, which is true if the amount could be paid from the account now. " +
      "Nothing is reserved.",
  },
  putContact: {
    tag: "tpp",
    summary: "Register the contact address for operational notices",
    description:
      "Stores the address that the bank writes to before maintenance and during incidents. " +
      "tppId is the caller's own authorisation number, like NO-FSA-987654321.",
  },
  readContact: {
    tag: "tpp",
    summary: "Read the contact address for operational notices",
    description:
      "Returns the stored address. tppId is the caller's own authorisation number; another " +
      "TPP's returns 404.",
  },
} as const satisfies OperationTexts;
