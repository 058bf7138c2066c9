/** What is special about somebody, in the languages of the bank's pages. */
export type Note = Readonly<Record<"nb" | "en", string>>;
