/** Payments that are approved together. Each has its own status. */
export interface Basket {
  readonly basketId: string;
  readonly worldId: string;
  readonly tppId: string;
  readonly personId: string;
  readonly agreementId: string | undefined;
  /** In the order the TPP gave them. */
  readonly paymentIds: readonly string[];
  /** Hash of everything the PSU is shown about the payments; see `paymentsHash`. */
  readonly hash: string;
  readonly state: BasketState;
  readonly version: bigint;
  readonly createdAt: number;
  readonly signedAt: number | undefined;
}

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
