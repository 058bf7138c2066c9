import { type Refusal, refuse } from "./refusal.ts";

/** The place of a request among those in flight. */
export interface Place {
  /**
   * Counts the request for its TPP, no longer for the address that it came from. Returns false if
   * the TPP has its share already. Call it when the signature is verified.
   */
  moveTo(tppId: string): boolean;
}

export const refuseOverload: Refusal = refuse(
  {
    code: "SYSTEM_ERROR",
    status: 503,
    text: "The bank is overloaded. Send the same request again shortly.",
  },
  { headers: { "retry-after": "1" } },
);
