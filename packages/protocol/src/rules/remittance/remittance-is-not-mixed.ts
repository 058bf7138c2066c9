import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/**
 * A free text and a list of references do not stand together; the old single object may. A list
 * without references sets nothing.
 */
export function remittanceIsNotMixed(body: {
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructuredArray?: readonly object[];
}): Violation | undefined {
  const references = body.remittanceInformationStructuredArray ?? [];
  return body.remittanceInformationUnstructured !== undefined && references.length > 0
    ? formatError(
        "/remittanceInformationUnstructured",
        "stands beside remittanceInformationStructuredArray; keep one of them",
      )
    : undefined;
}
