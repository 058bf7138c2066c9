import type { TransactionStatus } from "@varde/protocol";

/** From the least advanced on: a bulk is as far as the last of its payments that goes on. */
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
 * The status of a bulk, from those of its payments: PART when some of them failed and some not.
 * What is cancelled is cancelled with the bulk, so one such payment among rejected ones says it.
 */
export const aggregateStatus = (statuses: readonly TransactionStatus[]): TransactionStatus => {
  const refused = statuses.filter(isRefused);
  if (refused.length === statuses.length) return refused.includes("CANC") ? "CANC" : "RJCT";
  if (refused.length > 0) return "PART";
  return order.find((status) => statuses.includes(status)) ?? "PDNG";
};
