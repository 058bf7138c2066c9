import { passedOnCharactersMax } from "@varde/protocol";
import type { Locale } from "../ports/locale.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * The language of the pages for each language of a reader. Readers of Norwegian, Danish and the
 * Sami languages get Bokmål, all others English.
 */
const localeByLanguage: ReadonlyMap<string, Locale> = new Map([
  ["nb", "nb"],
  ["nn", "nb"],
  ["no", "nb"],
  ["da", "nb"],
  ["se", "nb"],
  ["sma", "nb"],
  ["smj", "nb"],
  ["smn", "nb"],
  ["sms", "nb"],
  ["en", "en"],
]);

/** Returns the language of messages to the PSU: that of the PSU's request, or else of the TPP's. */
export const psuLocale = (context: RequestContext): Locale =>
  preferredLocale(context.header("psu-accept-language") ?? context.header("accept-language"));

/**
 * Returns the language that an Accept-Language header prefers, by its weights (RFC 9110). Reads
 * only its beginning, because pages get it from any browser.
 */
export const preferredLocale = (acceptLanguage: string | undefined): Locale => {
  const preferred = (acceptLanguage ?? "")
    .slice(0, passedOnCharactersMax)
    .split(",")
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { language } of preferred) {
    const locale = localeByLanguage.get(language);
    if (locale !== undefined) return locale;
  }
  return "en";
};

/** Parses one entry, such as `nb-NO;q=0.9`. A malformed weight counts as 0. */
const parseRange = (entry: string): { readonly language: string; readonly weight: number } => {
  const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith("q="))?.slice("q=".length) ?? "1";
  const isWeight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight);
  return { language: range.split("-")[0] ?? "", weight: isWeight ? Number(weight) : 0 };
};
