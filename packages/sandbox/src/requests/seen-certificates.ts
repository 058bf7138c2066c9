import type { HandledRequest } from "@varde/bank";
import {
  type Certificate,
  type ControlResponse,
  formatDistinguishedName,
  formatKeyId,
  type ToleratedFormId,
  toleratedForms,
} from "@varde/protocol";

type ListedCertificate = ControlResponse<"listCertificates">["certificates"][number];

/** The certificates that requests were signed with, since the start. */
export interface SeenCertificates {
  record(request: HandledRequest): void;
  /** Lists them, the one of the latest request first. */
  list(): readonly ListedCertificate[];
}

interface Seen
  extends Omit<ListedCertificate, "requests" | "refused" | "lastSeenAt" | "tolerated"> {
  requests: number;
  refused: number;
  lastSeenAt: number;
  readonly tolerated: Map<ToleratedFormId, number>;
}

const certificatesMax = 200;

export const createSeenCertificates = (): SeenCertificates => {
  const byFingerprint = new Map<string, Seen>();
  return {
    record: ({ context, refusal, respondedAt }) => {
      const certificate = context.knownCertificate;
      if (certificate === undefined) return;
      const seen = byFingerprint.get(certificate.fingerprint) ?? describe(certificate);
      if (seen.requests === 0) {
        if (byFingerprint.size >= certificatesMax) byFingerprint.delete(findOldest(byFingerprint));
        byFingerprint.set(certificate.fingerprint, seen);
      }
      seen.requests += 1;
      seen.lastSeenAt = respondedAt;
      if (refusal !== undefined) seen.refused += 1;
      for (const form of context.toleratedForms) {
        seen.tolerated.set(form, (seen.tolerated.get(form) ?? 0) + 1);
      }
    },
    list: () =>
      [...byFingerprint.values()]
        .toSorted((one, other) => other.lastSeenAt - one.lastSeenAt)
        .map(({ lastSeenAt, tolerated, ...seen }) => ({
          ...seen,
          lastSeenAt: new Date(lastSeenAt).toISOString(),
          tolerated: [...tolerated].map(([form, count]) => ({
            form,
            where: toleratedForms[form].where,
            accepts: toleratedForms[form].accepts,
            count,
          })),
        })),
  };
};

const describe = (certificate: Certificate): Seen => ({
  name: certificate.organizationName ?? certificate.commonName ?? "without a name",
  ...(certificate.organizationIdentifier !== undefined && {
    identifier: certificate.organizationIdentifier,
  }),
  issuer: formatDistinguishedName(certificate.issuer),
  serialNumber: certificate.serialNumberHex,
  keyId: formatKeyId(certificate),
  roles: certificate.roles ?? [],
  validFrom: new Date(certificate.notBefore).toISOString(),
  validUntil: new Date(certificate.notAfter).toISOString(),
  requests: 0,
  refused: 0,
  lastSeenAt: 0,
  tolerated: new Map(),
});

const findOldest = (seen: ReadonlyMap<string, Seen>): string => {
  const [oldest] = [...seen].toSorted(([, one], [, other]) => one.lastSeenAt - other.lastSeenAt);
  return oldest?.[0] ?? "";
};
