import { type Certificate, isInvalid, readCertificate } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { trustMs, verifyTrust } from "../../parties/verify-trust.ts";
import { type KnownCertificate, newKnownCertificate } from "../../records/tpp-cache.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

const rsaBitsMin = 2048;

/** Checks that the certificate of the connection (QWAC) is trusted and of the TPP that signed. */
export const checkClientCertificate: Check = (context, bank) => {
  const setting = bank.configuration.clientCertificate;
  if (setting === "off") return undefined;
  const { clientCertificate, receivedAt } = context.received;
  if (clientCertificate === "") {
    return setting === "optional" ? undefined : refuseConnection("the connection has none");
  }
  if (isInvalid(clientCertificate)) return refuseConnection(`it ${clientCertificate.reason}`);
  // Cached beside the certificates of seals, which are trusted for another use.
  const key = `website ${clientCertificate}`;
  const known = bank.tppCache.find(key) ?? readKnown(clientCertificate, bank);
  if (typeof known === "string") return refuseConnection(known);
  if (receivedAt <= known.trustedUntil) return compareOwners(known.certificate, context);
  return checkTrust(known, key, context, bank);
};

const readKnown = (clientCertificate: string, bank: Bank): KnownCertificate | string => {
  const certificate = readCertificate(clientCertificate, bank.reader);
  if (isInvalid(certificate)) return `it ${certificate.reason}`;
  const { keyType, modulusBits = 0 } = certificate;
  const isStrong = keyType === "ec" || (keyType === "rsa" && modulusBits >= rsaBitsMin);
  if (!isStrong) return `it holds a key of type ${keyType} of ${modulusBits} bits`;
  return newKnownCertificate(certificate);
};

const checkTrust = async (
  known: KnownCertificate,
  key: string,
  context: RequestContext,
  bank: Bank,
): Promise<Refusal | undefined> => {
  const { reasonToRefuse } = await verifyTrust(known.certificate, "website", bank);
  if (reasonToRefuse !== undefined) return refuseConnection(reasonToRefuse);
  const { notAfter } = known.certificate;
  known.trustedUntil = Math.min(bank.clock.machineNow() + trustMs, notAfter);
  bank.tppCache.remember(key, known);
  return compareOwners(known.certificate, context);
};

const compareOwners = (client: Certificate, { certificate }: RequestContext) => {
  const owner = client.organizationIdentifier;
  return owner !== undefined && owner === certificate.organizationIdentifier
    ? undefined
    : refuseConnection(`it belongs to ${owner ?? "nobody"}, not to the TPP that signed`);
};

const refuseConnection = (logReason: string): Refusal =>
  refuse(
    {
      code: "FORBIDDEN",
      text: "This bank does not accept the client certificate (QWAC) of the connection.",
    },
    { logReason },
  );
