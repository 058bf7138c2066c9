export const transactionStatuses = [
  "ACCP",
  "ACSC",
  "ACSP",
  "ACTC",
  "ACWC",
  "ACWP",
  "RCVD",
  "PDNG",
  "RJCT",
  "CANC",
  "PART",
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const basketStatuses = ["RCVD", "ACTC", "PATC", "RJCT"] as const;
export type BasketStatus = (typeof basketStatuses)[number];

export const scaStatuses = [
  "received",
  "psuIdentified",
  "psuAuthenticated",
  "started",
  "finalised",
  "failed",
] as const;
export type ScaStatus = (typeof scaStatuses)[number];

export const psuContexts = ["PRIVATE", "CORPORATE"] as const;
export type PsuContext = (typeof psuContexts)[number];
