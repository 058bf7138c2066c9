import * as protocol from "@varde/protocol";
import type { OperationTexts } from "./operation-text.ts";

/** Accounts, cards, the PSU behind them, and what the bank keeps of the TPP. */
export const accountTexts = {
  listAccounts: {
    tag: "accounts",
    summary: "List accounts",
    description: "401 with scaRedirect until the PSU has given consent.",
    answer: protocol.accountListResponse,
  },
  readAccount: {
    tag: "accounts",
    summary: "Read an account",
    answer: protocol.accountDetailsResponse,
  },
  readBalances: {
    tag: "accounts",
    summary: "Read the balances of an account",
    description: "Without PSU-IP-Address at most 4 times in 24 hours.",
    answer: protocol.balancesResponse,
  },
  listTransactions: {
    tag: "accounts",
    summary: "List the transactions of an account",
    description:
      "Without PSU-IP-Address at most 4 times in 24 hours, and at most 90 days back. Follow the " +
      "links first, previous, next and last; pages do not count again.",
    answer: protocol.transactionsResponse,
  },
  readTransaction: {
    tag: "accounts",
    summary: "Read the details of a transaction",
    answer: protocol.transactionDetailsResponse,
  },
  listCardAccounts: {
    tag: "cards",
    summary: "List card accounts",
    answer: protocol.cardAccountListResponse,
  },
  readCardAccount: {
    tag: "cards",
    summary: "Read a card account",
    answer: protocol.cardAccountDetailsResponse,
  },
  readCardBalances: {
    tag: "cards",
    summary: "Read the balances of a card account",
    answer: protocol.cardBalancesResponse,
  },
  listCardTransactions: {
    tag: "cards",
    summary: "List the transactions of a card account",
    answer: protocol.cardTransactionsResponse,
  },

  createConsent: {
    tag: "psu",
    summary: "Ask for consent",
    description: "Bank-offered: the body is ignored, and the PSU chooses accounts at scaRedirect.",
    answer: protocol.consentResponse,
  },
  createConsentDeprecated: {
    tag: "psu",
    summary: "Ask for consent, at the old address",
    description: "To be removed: use /v1/bank-offered-consents.",
    answer: protocol.consentResponse,
  },
  listAgreements: {
    tag: "psu",
    summary: "List the corporate agreements the PSU may act under",
    answer: protocol.agreementsResponse,
  },
  readUser: {
    tag: "psu",
    summary: "Begin an SCA, or learn who the PSU is",
    description: "401 with scaRedirect until the PSU has authenticated in this session.",
    answer: protocol.userResponse,
  },
  readUsers: {
    tag: "psu",
    summary: "The same as /v1/user, as some banks spell it",
    answer: protocol.userResponse,
  },
  confirmFunds: {
    tag: "funds",
    summary: "Ask whether an account has an amount",
    body: protocol.fundsConfirmationBody,
    answer: protocol.fundsConfirmationResponse,
  },
  putContact: {
    tag: "tpp",
    summary: "Register where operational notices go",
    body: protocol.contactInformationBody,
    answer: protocol.contactInformationBody,
  },
  readContact: {
    tag: "tpp",
    summary: "Read where operational notices go",
    answer: protocol.contactInformationBody,
  },
} as const satisfies OperationTexts;
