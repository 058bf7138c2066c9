/** The languages of the pages that a PSU sees. */
export type Locale = "nb" | "en";
