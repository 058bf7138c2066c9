/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  /** In the order sent. Names are in lower case; values are the bytes as Latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** True if the request had a body that is not known. */
  readonly isBodyMissing?: boolean;
}
