import {
  type Certificate,
  checkDigestHeader,
  explainRequest,
  type Invalid,
  isInvalid,
  matchKeyId,
  parseSignatureHeader,
  readCertificate,
  type SignatureHeader,
  type TppCertificateKind,
  verifySignature,
} from "@varde/protocol";
import { isRecorded, type RequestStep } from "../journal-steps.ts";
import { type RecordedCertificate, type RecordedSigning, recordingLimits } from "./recording.ts";

interface ListedCertificate {
  readonly position: number;
  readonly recorded: RecordedCertificate;
}

/** Returns the certificate of a request, also of one that was refused before it was read. */
const certificateOf = ({ certificate, headers }: RequestStep): Certificate | undefined => {
  if (certificate !== undefined) return certificate;
  const [, header = ""] = headers.find(([name]) => name === "tpp-signature-certificate") ?? [];
  const read = readCertificate(header);
  return isInvalid(read) ? undefined : read;
};

export type ListedCertificates = ReadonlyMap<string, ListedCertificate>;

/** Lists certificates without their keys, by fingerprint, up to the limit of a recording. */
export const listCertificates = (
  steps: readonly RequestStep[],
  kinds: ReadonlyMap<string, TppCertificateKind>,
): ListedCertificates => {
  const listed = new Map<string, ListedCertificate>();
  for (const step of steps) {
    const certificate = certificateOf(step);
    if (certificate === undefined || listed.has(certificate.fingerprint)) continue;
    if (listed.size >= recordingLimits.certificates) break;
    const { organizationName, commonName, organizationIdentifier = "", roles } = certificate;
    const number = organizationIdentifier.slice(-9);
    const recorded: RecordedCertificate = {
      name: (organizationName ?? commonName ?? "TPP").slice(0, 100),
      organisationNumber: /^[0-9]{9}$/.test(number) ? number : "310000000",
      roles: roles ?? [],
      kind: kinds.get(certificate.serialNumberHex) ?? "working",
    };
    listed.set(certificate.fingerprint, { position: listed.size, recorded });
  }
  return listed;
};

interface DescribedSigning {
  readonly signing: RecordedSigning;
  /** The part that cannot be imitated without the original. */
  readonly unrepeatable?: string;
}

/** Describes how a request was signed, so that a replay can sign its own in the same way. */
export const describeSigning = (
  step: RequestStep,
  certificates: ListedCertificates,
): DescribedSigning => {
  const headers = new Map(step.headers);
  const bytes = Buffer.from(step.body, "latin1");
  const digest = headers.get("digest");
  const certificate = certificateOf(step);
  const listed = certificates.get(certificate?.fingerprint ?? "");
  const signature = parseSignatureHeader(headers.get("signature") ?? "");
  const described = isInvalid(signature) ? {} : describeSignature(step, signature, certificate);
  const signing: RecordedSigning = {
    ...(listed !== undefined && { certificate: listed.position }),
    ...(digest !== undefined && { isDigestRight: isRight(digest, bytes) }),
    ...described,
  };
  const unrepeatable =
    findUnknownCertificate({ ...step, certificate }, listed, headers) ??
    (headers.has("signature") ? findUnknownSignature(certificate, signature) : undefined) ??
    (described === undefined ? "its signature is wrong in a way that is not known" : undefined);
  return { signing, ...(unrepeatable !== undefined && { unrepeatable }) };
};

const isRight = (digest: string, body: Uint8Array): boolean =>
  !isInvalid(checkDigestHeader(digest, body, Number.POSITIVE_INFINITY));

const findUnknownSignature = (
  certificate: Certificate | undefined,
  signature: SignatureHeader | Invalid,
): string | undefined => {
  if (isInvalid(signature)) {
    return "its Signature header is malformed, and signatures are not recorded";
  }
  const unknown = signature.headers.find((name) => !name.startsWith("(") && !isRecorded(name));
  if (unknown !== undefined) return `its signature covers ${unknown}, which is not recorded`;
  return certificate !== undefined && isInvalid(matchKeyId(signature.keyId, certificate))
    ? "its keyId does not name its certificate, which a replay does not have"
    : undefined;
};

const findUnknownCertificate = (
  { certificate, at, status }: RequestStep,
  listed: ListedCertificate | undefined,
  headers: ReadonlyMap<string, string>,
): string | undefined => {
  if (!headers.has("tpp-signature-certificate")) return undefined;
  if (certificate === undefined) return "its certificate cannot be read, and is not recorded";
  if (listed === undefined) return `it has more than ${recordingLimits.certificates} certificates`;
  // The sandbox can issue a certificate like one that it has issued, and one that it accepts.
  const isRefused = at === undefined && (status === 401 || status === 403);
  return isRefused && listed.recorded.kind === "working"
    ? "its certificate was refused, and this sandbox has not issued it"
    : undefined;
};

/** Describes a signature; undefined if it is wrong, and what was signed instead is not known. */
const describeSignature = (
  step: RequestStep,
  { headers: covers, algorithm, signature }: SignatureHeader,
  certificate: Certificate | undefined,
): RecordedSigning | undefined => {
  const described: RecordedSigning = { covers, algorithm };
  // A request whose TPP was identified has a valid signature.
  if (step.at !== undefined || certificate === undefined) return described;
  const { method, target, headers } = step;
  const body = Buffer.from(step.body, "latin1");
  const sent = { method, target, headers, body };
  const { checks, signedString = "" } = explainRequest(sent, step.receivedAt);
  const isWrong = checks.some(({ check, verdict }) => check === "Signature" && verdict === "wrong");
  if (!isWrong) return described;
  return verifySignature(certificate.publicKey, algorithm, signedString, signature)
    ? { ...described, signedText: signedString }
    : undefined;
};
