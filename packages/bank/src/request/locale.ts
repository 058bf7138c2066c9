import type { Locale } from "../ports/locale.ts";

/**
 * Which of the two languages serves a reader best. Whoever writes Norwegian in either form, Danish
 * or a Sami language reads Bokmål; the others are better served in English.
 */
const localeByLanguage: Readonly<Record<string, Locale>> = {
  nb: "nb",
  nn: "nb",
  no: "nb",
  da: "nb",
  se: "nb",
  sma: "nb",
  smj: "nb",
  smn: "nb",
  sms: "nb",
  en: "en",
};

/** The language of the two that the reader prefers, by the weights of the header (RFC 9110). */
export const preferredLocale = (acceptLanguage: string | undefined): Locale => {
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { language } of preferred) {
    const locale = localeByLanguage[language];
    if (locale !== undefined) return locale;
  }
  return "en";
};

/** One entry, as `nb-NO;q=0.9`; a weight that cannot be read is none. */
const parseRange = (entry: string): { readonly language: string; readonly weight: number } => {
  const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith("q="))?.slice("q=".length) ?? "1";
  const isWeight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight);
  return { language: range.split("-")[0] ?? "", weight: isWeight ? Number(weight) : 0 };
};
