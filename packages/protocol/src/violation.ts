import type { TppMessageCode } from "./codes.ts";

/**
 * One thing wrong with what a caller sent. It becomes a tppMessage in exactly one place; `status`
 * is given only where it differs from the code's own.
 */
export interface Violation {
  readonly code: TppMessageCode;
  /** A JSON pointer for a body field, a header's name, or a query parameter's name. */
  readonly path?: string;
  readonly text: string;
  readonly status?: number;
}

/** A list of faults longer than this is cut: it is one mistake made many times. */
export const violationsMax = 100;
