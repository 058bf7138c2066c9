import type { OperationKind } from "./operations.ts";

/** The roles a PSD2 certificate can carry, by the names ETSI TS 119 495 gives them. */
export const psd2Roles = ["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"] as const;
export type Psd2Role = (typeof psd2Roles)[number];

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
