import { type Certificate, limits, type OperationId } from "@varde/protocol";
import type { AccountId, ConsentId, PersonId } from "../../ports/ids.ts";
import type { Tpp } from "../../records/tpp.ts";
import type { FinishedRequest } from "../../request/finished-request.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** An access of a TPP, before it has a place in a chain. */
export interface AuditedAccess {
  /** When the request was received. */
  readonly at: number;
  readonly operation: OperationId;
  /** The HTTP status; 0 if the connection was closed before the response began. */
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string;
  readonly tpp: Tpp;
  readonly certificate: Certificate;
  readonly personId: PersonId | undefined;
  readonly accountIds: readonly AccountId[];
  readonly consentId: ConsentId | undefined;
  readonly resourceId: string | undefined;
}

const noAccounts: readonly AccountId[] = [];

/**
 * Describes the access of a finished request. Returns undefined if it needs no record: the
 * operation accesses no account, or the TPP was not identified, so that nothing was accessed.
 */
export const describeAccess = ({
  context,
  receivedAt,
  status = 0,
  refusal,
}: Pick<FinishedRequest, "context" | "receivedAt" | "status" | "refusal">):
  | AuditedAccess
  | undefined => {
  if (context?.knownTpp === undefined || context.operation.accesses === "none") return undefined;
  const { operation, knownTpp, psu, access, payment } = context;
  return {
    at: receivedAt,
    operation: operation.id,
    status,
    code: refusal?.violations[0].code,
    requestId: context.requiredHeader("x-request-id").slice(0, limits.requestIdCharactersMax),
    tpp: knownTpp,
    certificate: context.certificate,
    personId: psu?.personId ?? access?.consent.personId,
    accountIds: accessedAccounts(context),
    consentId: access?.consent.consentId,
    resourceId: payment?.paymentId,
  };
};

/** Returns the accounts that the request is about, as far as the TPP may access them. */
const accessedAccounts = ({
  access,
  payment,
  listedAccountIds,
  received,
}: RequestContext): readonly AccountId[] => {
  if (payment !== undefined) return [payment.debtorAccountId];
  if (listedAccountIds !== undefined) return listedAccountIds;
  if (access === undefined) return noAccounts;
  const { accountId } = received.parameters;
  return accountId === undefined ? access.accountIds : [accountId];
};
