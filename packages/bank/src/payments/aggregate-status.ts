import type { TransactionStatus } from "@varde/protocol";

/** In order of progress: a bulk has the status of its least advanced payment. */
const order: readonly TransactionStatus[] = [
  "RCVD",
  "ACTC",
  "ACWC",
  "PDNG",
  "ACCP",
  "ACSP",
  "ACWP",
  "ACSC",
];

const isRefused = (status: TransactionStatus): boolean => status === "RJCT" || status === "CANC";

/**
 * Returns the status of a bulk from those of its payments: PART if some failed and some did not. A
 * payment is cancelled only with its bulk, so CANC wins over RJCT.
 */
export const aggregateStatus = (statuses: readonly TransactionStatus[]): TransactionStatus => {
  const refused = statuses.filter(isRefused);
  if (refused.length === statuses.length) return refused.includes("CANC") ? "CANC" : "RJCT";
  if (refused.length > 0) return "PART";
  return order.find((status) => statuses.includes(status)) ?? "PDNG";
};
