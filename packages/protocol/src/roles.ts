import type { Psd2Role } from "./certificate/index.ts";
import type { Operation, OperationId, OperationKind } from "./operations.ts";

const rolesByKind: Readonly<Record<OperationKind, readonly Psd2Role[]>> = {
  createPayment: ["PSP_PI"],
  createBasket: ["PSP_PI"],
  readPayment: ["PSP_PI"],
  changePayment: ["PSP_PI"],
  readAccount: ["PSP_AI"],
  // Who confirms funds needs the PSU's consent to do so, and this is where consents are given.
  createConsent: ["PSP_AI", "PSP_IC"],
  readUser: ["PSP_PI"],
  confirmFunds: ["PSP_IC"],
  keepContact: [],
  loadData: [],
};

/** Whoever acts for a corporation has to know its agreements, to pay and to read accounts. */
const rolesOfItsOwn: Readonly<Partial<Record<OperationId, readonly Psd2Role[]>>> = {
  listAgreements: ["PSP_PI", "PSP_AI"],
};

/**
 * The roles that may call an operation. Any one of them is enough; an empty list means that every
 * TPP may call.
 */
export const rolesOf = ({ id, kind }: Operation): readonly Psd2Role[] =>
  rolesOfItsOwn[id] ?? rolesByKind[kind];
