import { bigInteger, integer, json, optional, type RecordOf, table, text } from "@varde/storage";
import type { AgreementId, BasketId, PaymentId, PersonId, TppId, WorldId } from "../ports/ids.ts";

export const basketTable = table("basket", {
  basketId: text<BasketId>(),
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  personId: text<PersonId>(),
  agreementId: optional(text<AgreementId>()),
  /** In the order the TPP gave them. */
  paymentIds: json<readonly PaymentId[]>(),
  /** Hash of everything the PSU is shown about the payments; see `paymentsHash`. */
  hash: text(),
  state: text<BasketState>(),
  version: bigInteger,
  createdAt: integer,
  /** When it was signed; while it is open, when somebody signed it first. */
  signedAt: optional(integer),
});

/** Payments that are approved together. Each has its own status. */
export interface Basket extends RecordOf<typeof basketTable> {}

export type BasketState = "open" | "signed" | "deleted";
export type BasketEvent = "signed" | "signedPartly" | "deleted";

/** From × event → to. Transitions that are not listed cannot happen. */
export const basketTransitions: Readonly<
  Record<BasketState, Partial<Record<BasketEvent, BasketState>>>
> = {
  open: { signed: "signed", signedPartly: "open", deleted: "deleted" },
  signed: {},
  deleted: {},
};

/** Whether somebody has signed it, and some of its payments wait for others. */
export const isBasketPartlySigned = ({ state, signedAt }: Pick<Basket, "state" | "signedAt">) =>
  state === "open" && signedAt !== undefined;
