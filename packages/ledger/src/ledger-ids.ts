/** A source of ids: unique, and increasing over time so that rows stay in order. */
export interface LedgerIds {
  newId(): string;
}
