/** Payments that are approved together. Their statuses stay their own. */
export interface Basket {
  readonly basketId: string;
  readonly worldId: string;
  readonly tppId: string;
  readonly personId: string;
  readonly agreementId: string | undefined;
  /** In the order the TPP gave them. */
  readonly paymentIds: readonly string[];
  /** Of all that a PSU is shown of the payments; see `hashOfPayments`. */
  readonly hash: string;
  readonly state: BasketState;
  readonly version: bigint;
  readonly createdAt: number;
  readonly signedAt: number | undefined;
}

export type BasketState = "open" | "signed" | "deleted";
export type BasketEvent = "signed" | "deleted";

/** From × event → to. What is not here cannot happen. */
export const basketTransitions: Readonly<
  Record<BasketState, Partial<Record<BasketEvent, BasketState>>>
> = {
  open: { signed: "signed", deleted: "deleted" },
  signed: {},
  deleted: {},
};
