import type { BasketStatus, TransactionStatus } from "@varde/protocol";

const worstFirst: readonly BasketStatus[] = ["RJCT", "RCVD", "PATC", "ACTC"];

/** The status that each payment status counts as in its basket. */
const countsAs: Readonly<Record<TransactionStatus, BasketStatus>> = {
  RCVD: "RCVD",
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
export const basketStatus = (statuses: readonly TransactionStatus[]): BasketStatus => {
  const counted = statuses.map((status) => countsAs[status]);
  return worstFirst.find((status) => counted.includes(status)) ?? "RCVD";
};
