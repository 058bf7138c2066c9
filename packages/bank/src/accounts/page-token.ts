import crypto from "node:crypto";
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

const ownerCharacters = 11;

/** Returns a short hash of whom the tokens are for: no other bank or TPP may use them. */
export const pageOwner = (bankId: string, tppId: string): string =>
  crypto.hash("sha256", `${bankId} ${tppId}`, "base64url").slice(0, ownerCharacters);

export const formatPageToken = ({ startedAt, place }: PageToken, owner: string): string => {
  const code = Object.entries(codes).find(([, at]) => at === place.at)?.[0];
  const rest =
    "key" in place
      ? [place.key.bookingDate, place.key.transactionId]
      : place.at === "end"
        ? [place.size]
        : [];
  const text = JSON.stringify([startedAt, code, ...rest]);
  return `${Buffer.from(text).toString("base64url")}.${owner}`;
};

/**
 * Parses a page token of this owner. Tokens are not signed: a forged one shows no more than an
 * offset would.
 */
export const parsePageToken = (text: string, owner: string): PageToken | Invalid => {
  const [encoded = "", givenTo] = text.split(".");
  const values = givenTo === owner ? readList(encoded) : [];
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
