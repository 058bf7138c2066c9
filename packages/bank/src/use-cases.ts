import { listCardAccounts, readCardAccount } from "./accounts/cards/list-card-accounts.ts";
import { listCardTransactions } from "./accounts/cards/list-card-transactions.ts";
import { readCardBalances } from "./accounts/cards/read-card-balances.ts";
import { listAccounts, readAccount } from "./accounts/list-accounts.ts";
import { listTransactions } from "./accounts/list-transactions.ts";
import { readBalances } from "./accounts/read-balances.ts";
import { readTransaction } from "./accounts/read-transaction.ts";
import type { BankUseCases } from "./bank.ts";
import { createConsent } from "./consents/create-consent.ts";
import { putContact, readContact } from "./parties/contact-information.ts";
import { listAgreements } from "./parties/list-agreements.ts";
import { readUser } from "./parties/read-user.ts";
import { startPaymentAuthorisation } from "./payments/authorise/start-payment-authorisation.ts";
import { createBasket } from "./payments/baskets/create-basket.ts";
import { deleteBasket } from "./payments/baskets/delete-basket.ts";
import { readBasketDetails, readBasketStatus } from "./payments/baskets/read-basket.ts";
import {
  listBasketAuthorisations,
  readBasketAuthorisation,
} from "./payments/baskets/read-basket-authorisation.ts";
import { startBasketAuthorisation } from "./payments/baskets/start-basket-authorisation.ts";
import { deletePayment } from "./payments/cancel/delete-payment.ts";
import { startPaymentCancellation } from "./payments/cancel/start-payment-cancellation.ts";
import { confirmFunds } from "./payments/confirm-funds.ts";
import { createPayment } from "./payments/create/create-payment.ts";
import {
  listPaymentAuthorisations,
  readPaymentAuthorisation,
} from "./payments/view/read-payment-authorisation.ts";
import { readPaymentDetails } from "./payments/view/read-payment-details.ts";
import { readPaymentStatus } from "./payments/view/read-payment-status.ts";

/** The use case of every operation that banks serve. */
export const useCases: BankUseCases = {
  createPayment,
  readPayment: readPaymentDetails,
  readPaymentStatus,
  deletePayment,
  startPaymentAuthorisation,
  listPaymentAuthorisations: listPaymentAuthorisations("payment"),
  readPaymentAuthorisation: readPaymentAuthorisation("payment"),
  startPaymentCancellation,
  listPaymentCancellations: listPaymentAuthorisations("cancellation"),
  readPaymentCancellation: readPaymentAuthorisation("cancellation"),
  createBasket,
  readBasket: readBasketDetails,
  readBasketStatus,
  deleteBasket,
  startBasketAuthorisation,
  listBasketAuthorisations,
  readBasketAuthorisation,
  createConsent,
  createConsentDeprecated: createConsent,
  listAccounts,
  readAccount,
  readBalances,
  listTransactions,
  readTransaction,
  listCardAccounts,
  readCardAccount,
  readCardBalances,
  listCardTransactions,
  readUser,
  readUsers: readUser,
  listAgreements,
  confirmFunds,
  putContact,
  readContact,
};
