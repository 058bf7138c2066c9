/**
 * How many payments one unit of the clearing run settles. A unit holds the only SQLite connection
 * for as long as it lasts, so this bounds how long a read waits.
 */
export const clearingChunkPayments = 200n;

/** How many loaded transactions one unit posts. */
export const postingChunkTransactions = 250;

/** How many rows a list answers with at most. */
export const listRowsMax = 1001;

/** The day opening balances are booked on. It lies before every day that is ever listed. */
export const openingDate = "0001-01-01";

/** The first and the last day a listing can reach. */
export const firstListedDate = "0001-01-02";
export const lastListedDate = "9999-12-31";

/** Sorts after every id, as "~" follows all letters and digits. */
export const afterEveryId = "~";
