import type { IncomingHttpHeaders } from "node:http";

/** A response as it was received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank returned
  readonly json: any;
}
