import type { OperationId } from "./operations.ts";

type Form = "boolean" | "date" | "limit" | "offset" | "bookingStatus" | "page";

export const bookingStatuses = ["booked", "pending", "both", "all"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

const listing = {
  dateFrom: "date",
  dateTo: "date",
  limit: "limit",
  offset: "offset",
  bookingStatus: "bookingStatus",
  /** Ours: where a page lies, as the links of the page before it say. */
  page: "page",
} as const satisfies Record<string, Form>;

const sandboxListing = {
  fromDate: "date",
  toDate: "date",
  limit: "limit",
  offset: "offset",
} as const satisfies Record<string, Form>;

/** The query parameters each operation takes, with the form of each; others are not read. */
export const queryParameters: Partial<Record<OperationId, Readonly<Record<string, Form>>>> = {
  createPayment: { allowLogicalDuplicate: "boolean" },
  listAccounts: { withBalance: "boolean" },
  readAccount: { withBalance: "boolean" },
  listCardAccounts: { withBalance: "boolean" },
  readCardAccount: { withBalance: "boolean" },
  listTransactions: listing,
  listCardTransactions: listing,
  listCustomers: { withAccounts: "boolean", withAgreements: "boolean" },
  listSandboxTransactions: sandboxListing,
  listSandboxCardTransactions: sandboxListing,
};

export type QueryForm = Form;
