/**
 * Number of payments that one unit of the clearing run settles. A unit occupies the only SQLite
 * connection until it ends, so this bounds how long a read waits.
 */
export const clearingChunkPayments = 200n;

/** Number of loaded transactions that one unit posts. */
export const postingChunkTransactions = 250;

/** Maximum number of rows that a list returns. */
export const listRowsMax = 1001;

/** The booking date of opening balances, before every date that is ever listed. */
export const openingDate = "0001-01-01";

/** The first and the last date that a listing can include. */
export const firstListedDate = "0001-01-02";
export const lastListedDate = "9999-12-31";

/** Sorts after every id: "~" follows all letters and digits. */
export const afterEveryId = "~";
