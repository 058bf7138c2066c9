import {
  type Certificate,
  checkDigestHeader,
  explainRequest,
  type Invalid,
  isInvalid,
  matchKeyId,
  parseSignatureHeader,
  Reader,
  readCertificate,
  type SignatureHeader,
  type TppCertificateKind,
  thoroughSearch,
  verifySignature,
} from "@varde/protocol";
import { isRecorded, type RequestStep } from "../journal-steps.ts";
import { type RecordedCertificate, type RecordedSigning, recordingLimits } from "./recording.ts";

/** The certificates of requests. Those up to the limit of a recording are recorded. */
export interface ListedCertificates {
  readonly recorded: readonly RecordedCertificate[];
  readonly byHeader: ReadonlyMap<string, ListedCertificate>;
}

interface ListedCertificate {
  readonly certificate: Certificate;
  readonly kind: TppCertificateKind;
  /** Position among those that are recorded; undefined if it is not one of them. */
  readonly position: number | undefined;
}

const certificateHeader = "tpp-signature-certificate";

/** Reads the certificates of requests, also of those that were refused before theirs was read. */
export const listCertificates = (
  steps: readonly RequestStep[],
  kinds: ReadonlyMap<string, TppCertificateKind>,
): ListedCertificates => {
  const byHeader = new Map<string, ListedCertificate>();
  const recorded = new Map<string, RecordedCertificate>();
  for (const { headers } of steps) {
    const [, header = ""] = headers.find(([name]) => name === certificateHeader) ?? [];
    if (byHeader.has(header)) continue;
    const certificate = readCertificate(header);
    if (isInvalid(certificate)) continue;
    const { fingerprint, serialNumberHex } = certificate;
    const kind = kinds.get(serialNumberHex) ?? "working";
    if (recorded.size < recordingLimits.certificates && !recorded.has(fingerprint)) {
      recorded.set(fingerprint, describeCertificate(certificate, kind));
    }
    const position = [...recorded.keys()].indexOf(fingerprint);
    byHeader.set(header, { certificate, kind, position: position < 0 ? undefined : position });
  }
  return { recorded: [...recorded.values()], byHeader };
};

/** Describes a certificate without its key. */
const describeCertificate = (
  certificate: Certificate,
  kind: TppCertificateKind,
): RecordedCertificate => {
  const { organizationName, commonName, organizationIdentifier = "", roles } = certificate;
  const number = organizationIdentifier.slice(-9);
  return {
    name: (organizationName ?? commonName ?? "TPP").slice(0, 100),
    organisationNumber: /^[0-9]{9}$/.test(number) ? number : "310000000",
    roles: roles ?? [],
    kind,
  };
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
  const listed = certificates.byHeader.get(headers.get(certificateHeader) ?? "");
  const { certificate, position } = listed ?? {};
  const signature = parseSignatureHeader(headers.get("signature") ?? "");
  const described = isInvalid(signature) ? {} : describeSignature(step, signature, certificate);
  const signing: RecordedSigning = {
    ...(position !== undefined && { certificate: position }),
    ...(digest !== undefined && { isDigestRight: isRight(digest, bytes) }),
    ...described,
  };
  const unrepeatable =
    (headers.has(certificateHeader) ? findUnknownCertificate(step, listed) : undefined) ??
    (headers.has("signature") ? findUnknownSignature(certificate, signature) : undefined) ??
    (described === undefined ? "its signature is wrong in a way that is not known" : undefined);
  return { signing, ...(unrepeatable !== undefined && { unrepeatable }) };
};

const isRight = (digest: string, body: Uint8Array): boolean =>
  !isInvalid(checkDigestHeader(digest, body));

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
  { at, status }: RequestStep,
  listed: ListedCertificate | undefined,
): string | undefined => {
  if (listed === undefined) return "its certificate cannot be read, and is not recorded";
  if (listed.position === undefined) {
    return `it has more than ${recordingLimits.certificates} certificates`;
  }
  // The sandbox can issue a certificate like one that it has issued, and one that it accepts.
  const isRefused = at === undefined && (status === 401 || status === 403);
  return isRefused && listed.kind === "working"
    ? "its certificate was refused, and this sandbox has not issued it"
    : undefined;
};

const reader = Reader.ofSandbox("sandbox", thoroughSearch);

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
  const { checks, signedString = "" } = explainRequest(reader, sent, step.receivedAt);
  const isWrong = checks.some(({ check, verdict }) => check === "Signature" && verdict === "wrong");
  if (!isWrong) return described;
  return verifySignature(certificate.publicKey, algorithm, signedString, signature)
    ? { ...described, signedText: signedString }
    : undefined;
};
