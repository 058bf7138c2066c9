import type { Texts } from "../texts/texts.ts";

/** Formats an ISO 8601 date as `15. november 2026` or `15 November 2026`, and no other text. */
export function formatDay(isoDate: string, texts: Texts): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate);
  const month = texts.months[Number(parts?.[2]) - 1];
  if (!parts || !month) return isoDate;
  return texts.day(Number(parts[3]), month, Number(parts[1]));
}
