import { Invalid, isIsoDate, isKeyOf } from "@varde/protocol";
import type { CorePlace } from "../ports/core-bank.ts";

/**
 * The position of a further page, as its link carries it. A neighbouring page is identified by the
 * transaction it follows or precedes, so that new bookings do not shift it; the last page is
 * counted from the end.
 */
export interface PageToken {
  /** When the listing that the page belongs to started. */
  readonly startedAt: number;
  readonly place: PagePlace;
}

export type PagePlace =
  | { readonly at: "offset" }
  | Extract<CorePlace, { at: "after" | "before" }>
  | { readonly at: "end"; readonly size: number };

const codes = { o: "offset", a: "after", b: "before", e: "end" } as const;
const sizeMax = 1_000;
const id = /^[\x21-\x7e]{1,128}$/;

export const formatPageToken = ({ startedAt, place }: PageToken): string => {
  const code = Object.entries(codes).find(([, at]) => at === place.at)?.[0];
  const rest =
    "key" in place
      ? [place.key.bookingDate, place.key.transactionId]
      : place.at === "end"
        ? [place.size]
        : [];
  return Buffer.from(JSON.stringify([startedAt, code, ...rest])).toString("base64url");
};

/** Parses a page token. Tokens are not signed: a forged one shows no more than an offset would. */
export const parsePageToken = (text: string): PageToken | Invalid => {
  const values = readList(text);
  const [startedAt, code, first, second] = values;
  const place = readPlace(code, first, second);
  return Number.isSafeInteger(startedAt) && Number(startedAt) >= 0 && place !== undefined
    ? { startedAt: Number(startedAt), place }
    : new Invalid("is not a page token of this bank; follow the links unchanged");
};

const readPlace = (code: unknown, first: unknown, second: unknown): PagePlace | undefined => {
  const at = isKeyOf(codes, code) ? codes[code] : undefined;
  switch (at) {
    case "offset":
      return { at };
    case "after":
    case "before": {
      if (typeof first !== "string" || typeof second !== "string") return undefined;
      if (!isIsoDate(first) || !id.test(second)) return undefined;
      return { at, key: { bookingDate: first, transactionId: second } };
    }
    case "end": {
      const isSize = Number.isSafeInteger(first) && Number(first) > 0 && Number(first) <= sizeMax;
      return isSize ? { at, size: Number(first) } : undefined;
    }
    default:
      return undefined;
  }
};

const readList = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};
