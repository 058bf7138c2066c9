import type { Violation } from "../violation.ts";
import { formatError } from "./rule.ts";

/** A free text and a list of references do not stand together; the old single object may. */
export function remittanceIsNotMixed(body: {
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructuredArray?: readonly object[];
}): Violation | undefined {
  return body.remittanceInformationUnstructured !== undefined &&
    body.remittanceInformationStructuredArray !== undefined
    ? formatError(
        "/remittanceInformationUnstructured",
        "stands beside remittanceInformationStructuredArray; keep one of them",
      )
    : undefined;
}
