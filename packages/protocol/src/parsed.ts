/**
 * The result of a parser: the value, or the reason why the input is invalid. Parsers never throw
 * for input. The reason is a clause that continues the name of the field ("has a wrong check
 * digit").
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });

export const unparsable = (reason: string): Parsed<never> => ({ ok: false, reason });
