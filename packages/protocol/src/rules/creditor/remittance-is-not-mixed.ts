import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/**
 * Refuses free text together with a list of references. The older single object may be combined
 * with either, and an empty list counts as absent.
 */
export function remittanceIsNotMixed(body: {
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructuredArray?: readonly object[];
}): Violation | undefined {
  const references = body.remittanceInformationStructuredArray ?? [];
  return body.remittanceInformationUnstructured !== undefined && references.length > 0
    ? formatError(
        "/remittanceInformationUnstructured",
        "cannot be combined with remittanceInformationStructuredArray; send only one of them",
      )
    : undefined;
}
