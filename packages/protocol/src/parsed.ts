/**
 * What a parser answers: the value, or the reason it is none. Parsers never throw for what a caller
 * sent; the reason is a clause that reads well after the name of the field ("has no check digit").
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });

export const unparsable = (reason: string): Parsed<never> => ({ ok: false, reason });
