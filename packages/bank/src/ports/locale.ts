import { isKeyOf } from "@varde/protocol";

/** The languages of the pages that a PSU sees, with their own names. */
export const localeNames = { nb: "Norsk", en: "English" } as const;

export type Locale = keyof typeof localeNames;

export const isLocale = (code: unknown): code is Locale => isKeyOf(localeNames, code);
