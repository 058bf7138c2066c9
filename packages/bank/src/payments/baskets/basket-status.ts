import type { BasketStatus, TransactionStatus } from "@varde/protocol";

const worstFirst: readonly BasketStatus[] = ["RJCT", "RCVD", "PATC", "ACTC"];

/** The status of a payment in a basket, with PATC for one that others must sign too. */
export type MemberStatus = TransactionStatus | "PATC";

/** The status that each payment status counts as in its basket. */
const countsAs: Readonly<Record<MemberStatus, BasketStatus>> = {
  RCVD: "RCVD",
  PATC: "PATC",
  RJCT: "RJCT",
  CANC: "RJCT",
  ACCP: "PATC",
  ACTC: "ACTC",
  ACWC: "ACTC",
  PDNG: "ACTC",
  ACSP: "ACTC",
  ACWP: "ACTC",
  ACSC: "ACTC",
  PART: "ACTC",
};

/** BSK-06, BSK-13: returns the worst status of its payments. */
export const basketStatus = (statuses: readonly MemberStatus[]): BasketStatus => {
  const counted = statuses.map((status) => countsAs[status]);
  return worstFirst.find((status) => counted.includes(status)) ?? "RCVD";
};
