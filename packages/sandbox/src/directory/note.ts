/** A note about a test customer, in the languages of the bank's pages. */
export type Note = Readonly<Record<"nb" | "en", string>>;
