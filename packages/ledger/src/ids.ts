/** Where the ledger's ids come from: unique, and growing with time so that rows stay in order. */
export interface Ids {
  newId(): string;
}
