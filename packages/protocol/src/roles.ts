import type { Psd2Role } from "./certificate/index.ts";
import type { OperationKind } from "./operations.ts";

/** Any one of the listed roles is enough; an empty list means that every TPP may call. */
export const rolesByKind: Readonly<Record<OperationKind, readonly Psd2Role[]>> = {
  createPayment: ["PSP_PI"],
  createBasket: ["PSP_PI"],
  readPayment: ["PSP_PI"],
  changePayment: ["PSP_PI"],
  readAccount: ["PSP_AI"],
  // Who confirms funds needs the PSU's consent to do so, and this is where consents are given.
  createConsent: ["PSP_AI", "PSP_IC"],
  readUser: ["PSP_PI", "PSP_AI"],
  confirmFunds: ["PSP_IC"],
  keepContact: [],
  loadData: [],
};
