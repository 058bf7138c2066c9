import type { TppMessageCode } from "./codes.ts";

/**
 * A fault in a request; becomes one tppMessage. `status` is set only where it differs from the
 * status of the code.
 */
export interface Violation {
  readonly code: TppMessageCode;
  /** A JSON pointer for a body field, a header's name, or a query parameter's name. */
  readonly path?: string;
  readonly text: string;
  readonly status?: number;
}

/**
 * The number of violations reported for one request; more are usually the same mistake repeated.
 */
export const violationsMax = 100;
