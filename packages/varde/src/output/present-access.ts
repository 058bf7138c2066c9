import type { FoundAccess } from "@varde/bank";
import { countOf } from "@varde/protocol";

/** An access as one JSON object. */
export const presentAccess = ({ entry, actor, subject }: FoundAccess) => ({
  at: new Date(entry.at).toISOString(),
  operation: entry.operation,
  status: entry.status,
  code: entry.code,
  tpp: actor?.identifier,
  tppName: actor?.name,
  certificate: actor && {
    fingerprint: actor.certificate,
    serialNumber: actor.serialNumber,
    issuer: actor.issuer,
  },
  person: subject?.personId || undefined,
  accounts: subject?.accountIds ?? [],
  isErased: entry.subjectId !== undefined && subject === undefined ? true : undefined,
  consentId: entry.consentId,
  paymentId: actor === undefined ? undefined : entry.resourceId,
  lost: actor === undefined ? Number(entry.resourceId) : undefined,
  requestId: entry.requestId,
  world: subject?.worldId ?? actor?.worldId,
  chain: entry.chainId,
  number: entry.number,
  hash: entry.hash,
});

/** An access as one line of text. */
export const formatAccess = (access: FoundAccess): string => {
  const shown = presentAccess(access);
  if (access.actor === undefined) {
    const lost = Number(shown.lost);
    const verb = lost === 1 ? "was" : "were";
    return `${shown.at}  ${countOf(lost, "access", "accesses")} ${verb} not recorded`;
  }
  const outcome = shown.code === undefined ? String(shown.status) : `${shown.status} ${shown.code}`;
  const person = shown.isErased ? "person erased" : (shown.person ?? "person unknown");
  const parts = [
    shown.at,
    outcome,
    shown.operation,
    `${shown.tppName} (${shown.tpp})`,
    person,
    ...(shown.accounts.length === 0 ? [] : [`accounts ${shown.accounts.join(", ")}`]),
    ...(shown.paymentId === undefined ? [] : [`payment ${shown.paymentId}`]),
    `request ${shown.requestId}`,
  ];
  return parts.join("  ");
};
