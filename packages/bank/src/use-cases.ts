import { listAccounts, readAccount } from "./accounts/list-accounts.ts";
import { listTransactions } from "./accounts/list-transactions.ts";
import { readBalances } from "./accounts/read-balances.ts";
import { readTransaction } from "./accounts/read-transaction.ts";
import { createBasket } from "./baskets/create-basket.ts";
import { deleteBasket } from "./baskets/delete-basket.ts";
import { readBasketDetails, readBasketStatus } from "./baskets/read-basket.ts";
import {
  listBasketAuthorisations,
  readBasketAuthorisation,
} from "./baskets/read-basket-authorisation.ts";
import { startBasketAuthorisation } from "./baskets/start-basket-authorisation.ts";
import { listCardAccounts, readCardAccount } from "./card-accounts/list-card-accounts.ts";
import { listCardTransactions } from "./card-accounts/list-card-transactions.ts";
import { readCardBalances } from "./card-accounts/read-card-balances.ts";
import { createConsent } from "./consents/create-consent.ts";
import { confirmFunds } from "./funds/confirm-funds.ts";
import { startPaymentAuthorisation } from "./payments/authorise/start-payment-authorisation.ts";
import { deletePayment } from "./payments/cancel/delete-payment.ts";
import { startPaymentCancellation } from "./payments/cancel/start-payment-cancellation.ts";
import { createPayment } from "./payments/create/create-payment.ts";
import {
  listPaymentAuthorisations,
  readPaymentAuthorisation,
} from "./payments/view/read-payment-authorisation.ts";
import { readPaymentDetails } from "./payments/view/read-payment-details.ts";
import { readPaymentStatus } from "./payments/view/read-payment-status.ts";
import { listAgreements } from "./psus/list-agreements.ts";
import { readUser } from "./psus/read-user.ts";
import { putContact, readContact } from "./tpps/contact-information.ts";
import type { BankUseCases } from "./use-case.ts";

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
