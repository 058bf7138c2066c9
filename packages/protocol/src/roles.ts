import type { Psd2Role } from "./certificate/index.ts";
import type { OperationKind } from "./operations.ts";

/** Any one of the listed roles is enough; an empty list means that every TPP may call. */
export const rolesByKind: Readonly<Record<OperationKind, readonly Psd2Role[]>> = {
  createPayment: ["PSP_PI"],
  createBasket: ["PSP_PI"],
  readPayment: ["PSP_PI"],
  changePayment: ["PSP_PI"],
  readAccount: ["PSP_AI"],
  createConsent: ["PSP_AI"],
  readUser: ["PSP_PI", "PSP_AI"],
  confirmFunds: ["PSP_IC"],
  keepContact: [],
  loadData: [],
};
