export const bookingStatuses = ["booked", "pending", "both", "all"] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The form of a query parameter's value. */
export type QueryForm = "boolean" | "date" | "limit" | "offset" | "bookingStatus" | "page";

/** The query parameters an operation reads, with the form of each. Others are ignored. */
export type QueryParameters = Readonly<Record<string, QueryForm>>;

/** The parameters of a TPP's transaction list. */
export const transactionQuery = {
  dateFrom: "date",
  dateTo: "date",
  limit: "limit",
  offset: "offset",
  bookingStatus: "bookingStatus",
  /** An extension of ours: the position of a page, taken from the links of the page before it. */
  page: "page",
} as const satisfies QueryParameters;

/** The parameters of a transaction list under /v1/sandbox; the dates have two spellings. */
export const sandboxTransactionQuery = {
  fromDate: "date",
  toDate: "date",
  dateFrom: "date",
  dateTo: "date",
  limit: "limit",
  offset: "offset",
} as const satisfies QueryParameters;
