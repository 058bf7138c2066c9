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
  signedAt: optional(integer),
});

/** Payments that are approved together. Each has its own status. */
export interface Basket extends RecordOf<typeof basketTable> {}

export type BasketState = "open" | "signed" | "deleted";
export type BasketEvent = "signed" | "deleted";

/** From × event → to. Transitions that are not listed cannot happen. */
export const basketTransitions: Readonly<
  Record<BasketState, Partial<Record<BasketEvent, BasketState>>>
> = {
  open: { signed: "signed", deleted: "deleted" },
  signed: {},
  deleted: {},
};
