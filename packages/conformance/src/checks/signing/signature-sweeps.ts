import { computeDigest } from "@varde/protocol";
import type { Change } from "../../wire/change.ts";
import type { Check, Expectation, RequestKind, Sweep } from "../check.ts";
import { requestKinds } from "../request-kinds.ts";

const everyOperation: readonly RequestKind[] = Object.values(requestKinds);

const sweep = (
  id: string,
  rule: string,
  says: string,
  change: Change,
  expect: Expectation,
): Sweep => ({
  ...{ kind: "sweep", group: "SIG", on: everyOperation },
  ...{ id, rules: [rule], says: `${says} on every operation`, change, expect },
});

/** Faults that every operation refuses, not only the creation of payments. */
// biome-ignore format: rows of a table
export const signatureSweeps: readonly Check[] = [
  sweep("sweep-no-signature", "SIG-02", "refuses a request without Signature",
    { sentHeaders: { Signature: undefined } }, { refused: "any" }),
  sweep("sweep-wrong-signature", "SIG-04", "refuses a signature that does not verify",
    { signs: (text) => `${text} ` }, { refused: "stated" }),
  { ...sweep("sweep-wrong-digest", "HDR-31", "refuses the Digest of another body",
    { headers: { Digest: () => computeDigest(Buffer.from("{ }"), "SHA-256") } }, { refused: "any" }),
    on: [requestKinds.payment, requestKinds.crossBorder, requestKinds.basket, requestKinds.consents] },
  sweep("sweep-stale-date", "SIG-09", "refuses a Date of two minutes ago",
    { dateMs: (clock) => clock.dateBeyond(120) }, { refused: "any" }),
  sweep("sweep-no-request-id", "HDR-04", "refuses a request without X-Request-ID",
    { headers: { "X-Request-ID": undefined } }, { refused: "any", code: "HTTP_HEADER_REQUIRED" }),
];
