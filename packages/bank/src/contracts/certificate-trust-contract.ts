import assert from "node:assert/strict";
import type { Certificate } from "@varde/protocol";
import type { CertificateTrust, TrustVerdict } from "../ports/certificate-trust.ts";
import { portResults } from "../ports/guard/port-results.ts";
import { assertShape, type ContractRule, numberRules } from "./contract.ts";

/** An implementation to test, with seals about which it should know. */
export interface CertificateTrustSubject {
  readonly trust: CertificateTrust;
  readonly trusted: Certificate;
  readonly revoked: Certificate;
  /** A seal of an authority that is not trusted. */
  readonly foreign: Certificate;
}

const dayMs = 86_400_000;

/** Returns the rules for the port `certificateTrust`. */
export const certificateTrustContract = ({
  trust,
  trusted,
  revoked,
  foreign,
}: CertificateTrustSubject): readonly ContractRule[] => {
  const verify = async (certificate: Certificate, at = Date.now()): Promise<TrustVerdict> => {
    const verdict = await trust.verify({ certificate, use: "seal", at });
    assertShape(portResults.certificateTrust.verify, verdict);
    return verdict;
  };
  const isTrusted = async (certificate: Certificate, at?: number) =>
    (await verify(certificate, at)).kind === "trusted";
  return numberRules("TRUST", [
    ["trusts a seal of a trusted authority", async () => assert(await isTrusted(trusted))],
    [
      "refuses a revoked seal with a reason",
      async () => assert.equal((await verify(revoked)).kind, "refused"),
    ],
    [
      "does not trust a seal of an unknown authority",
      async () => assert.equal(await isTrusted(foreign), false),
    ],
    [
      "decides for the given time, not for its own clock",
      async () => assert.equal(await isTrusted(trusted, trusted.notAfter + dayMs), false),
    ],
    [
      "decides about concurrent certificates independently",
      async () => {
        const certificates = [trusted, revoked, trusted, foreign, trusted];
        const verdicts = await Promise.all(certificates.map((each) => isTrusted(each)));
        assert.deepEqual(verdicts, [true, false, true, false, true]);
      },
    ],
  ]);
};
