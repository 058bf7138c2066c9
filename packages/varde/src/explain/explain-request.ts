import {
  buildSigningString,
  type Certificate,
  candidateHeaders,
  checkDigestHeader,
  computeDigest,
  coveredHeadersMissing,
  diagnoseSignature,
  formatKeyId,
  headerTitle,
  limits,
  matchKeyId,
  missingHeaders,
  parseDateHeader,
  parseSignatureHeader,
  readCertificate,
  type SignatureHeader,
  verifySignature,
} from "@varde/protocol";
import { findOperation } from "./find-operation.ts";
import type { RawRequest } from "./raw-request.ts";

/** One part of the signature, judged. */
export interface Piece {
  readonly piece: string;
  readonly isRight: boolean;
  readonly text: string;
}

export interface RequestExplanation {
  readonly isRight: boolean;
  readonly operation: string | undefined;
  readonly pieces: readonly Piece[];
  /** As the bank builds it from the request; absent while the Signature cannot be read. */
  readonly signingString?: string;
  readonly computedDigest: string;
  readonly expectedKeyId?: string;
}

const rsaBitsMin = 2048;
const onceOnly: ReadonlySet<string> = new Set([
  ...candidateHeaders,
  "signature",
  "tpp-signature-certificate",
]);

/** Headers with a piece of their own, which says that they are missing. */
const judgedApart: ReadonlySet<string> = new Set([
  "date",
  "digest",
  "signature",
  "tpp-signature-certificate",
]);

/** Judges everything about a request's signature, in the order in which a bank does. */
export const explainRequest = (request: RawRequest, arrivedMs: number): RequestExplanation => {
  // Of a header that is there twice the first counts, so that it is one fault and not two.
  const values = new Map([...request.headers].reverse());
  const header = (name: string) => values.get(name);
  const operation = findOperation(request.method, request.target);
  const certificate = readCertificate(header("tpp-signature-certificate") ?? "");
  const known = certificate.ok ? certificate.value : undefined;
  const signature = parseSignatureHeader(header("signature") ?? "");
  const message = { method: request.method, target: request.target, header };
  const string = signature.ok ? buildSigningString(signature.value.headers, message) : undefined;
  const pieces = [
    judgeHeaders(request, values, operation),
    judgeDate(header("date"), arrivedMs),
    judgeDigest(request, header("digest"), operation),
    judgeCertificate(certificate, header("tpp-signature-certificate"), arrivedMs),
    judgeForm(signature, header("signature")),
    ...(signature.ok
      ? [
          ...(known === undefined ? [] : [judgeKeyId(signature.value, known)]),
          judgeCover(signature.value, values),
          ...(known === undefined ? [] : [judgeSignature(signature.value, known, request, values)]),
        ]
      : []),
  ];
  return {
    isRight: pieces.every(({ isRight }) => isRight),
    operation: operation?.id,
    pieces,
    ...(string?.ok && { signingString: string.value }),
    computedDigest: computeDigest(request.body, "SHA-256"),
    ...(known !== undefined && { expectedKeyId: formatKeyId(known) }),
  };
};

const right = (piece: string, text: string): Piece => ({ piece, isRight: true, text });
const wrong = (piece: string, text: string): Piece => ({ piece, isRight: false, text });

const judgeHeaders = (
  request: RawRequest,
  values: ReadonlyMap<string, string>,
  operation: ReturnType<typeof findOperation>,
): Piece => {
  const names = request.headers.map(([name]) => name);
  const twice = names.find((name, at) => onceOnly.has(name) && names.indexOf(name) !== at);
  if (twice !== undefined) return wrong("Headers", `${twice} is sent more than once.`);
  if (operation === undefined) {
    const text = `${request.method} ${request.target} is no operation of the interface.`;
    return wrong("Headers", text);
  }
  const missing = missingHeaders(operation, (name) => values.has(name))
    .filter((name) => !judgedApart.has(name))
    .map(headerTitle);
  return missing.length === 0
    ? right("Headers", `All that ${operation.id} needs are there.`)
    : wrong("Headers", `${operation.id} also needs ${missing.join(", ")}.`);
};

const judgeDate = (value: string | undefined, arrivedMs: number): Piece => {
  if (value === undefined) return wrong("Date", "There is none; every request needs one.");
  const date = parseDateHeader(value);
  if (!date.ok) return wrong("Date", `It ${date.reason}.`);
  const off = Math.trunc((date.value - arrivedMs) / 1000);
  const way = off > 0 ? "ahead" : "behind";
  return Math.abs(off) <= limits.clockDeviationSecondsMax
    ? right("Date", `${Math.abs(off)} seconds off; ${limits.clockDeviationSecondsMax} are allowed.`)
    : wrong(
        "Date",
        `${Math.abs(off)} seconds ${way}; ${limits.clockDeviationSecondsMax} are allowed. ` +
          "(For a request that was recorded earlier, say --recorded.)",
      );
};

const judgeDigest = (
  { body }: RawRequest,
  value: string | undefined,
  operation: ReturnType<typeof findOperation>,
): Piece => {
  if (value === undefined && operation?.headers.digest === "required") {
    return wrong("Digest", "There is none; creating a payment needs one.");
  }
  if (value === undefined) {
    return right("Digest", body.length === 0 ? "None, and there is no body." : "None is sent.");
  }
  const digest = checkDigestHeader(value, body);
  if (digest.ok) return right("Digest", `It matches the ${body.length} bytes of the body.`);
  return wrong("Digest", `It ${digest.reason}.`);
};

const judgeCertificate = (
  read: ReturnType<typeof readCertificate>,
  value: string | undefined,
  arrivedMs: number,
): Piece => {
  const piece = "Certificate";
  if (value === undefined) return wrong(piece, "TPP-Signature-Certificate is missing.");
  if (!read.ok) return wrong(piece, `It ${read.reason}.`);
  const { keyType, modulusBits = 0, notBefore, notAfter, commonName } = read.value;
  if (keyType !== "rsa" || modulusBits < rsaBitsMin) {
    const bits = keyType === "rsa" ? ` of ${modulusBits} bits` : "";
    return wrong(piece, `Its key is ${keyType}${bits}; RSA of ${rsaBitsMin} bits or more is due.`);
  }
  if (arrivedMs > notAfter) return wrong(piece, `It expired ${new Date(notAfter).toISOString()}.`);
  if (arrivedMs < notBefore) {
    return wrong(piece, `It is not valid before ${new Date(notBefore).toISOString()}.`);
  }
  return right(piece, `${commonName ?? "A certificate"}, RSA of ${modulusBits} bits.`);
};

const judgeForm = (
  signature: ReturnType<typeof parseSignatureHeader>,
  value: string | undefined,
): Piece => {
  if (value === undefined) return wrong("Signature form", "The Signature header is missing.");
  if (!signature.ok) return wrong("Signature form", `The header ${signature.reason}.`);
  const [warning] = signature.value.warnings;
  return right("Signature form", warning ?? "Four parts, in order.");
};

const judgeKeyId = (signature: SignatureHeader, certificate: Certificate): Piece => {
  const match = matchKeyId(signature.keyId, certificate);
  if (!match.ok) return wrong("keyId", `It ${match.reason}.`);
  return right("keyId", match.warning ?? "It names the certificate.");
};

const judgeCover = ({ headers }: SignatureHeader, values: ReadonlyMap<string, string>): Piece => {
  const missing = coveredHeadersMissing(headers, values);
  return missing.length === 0
    ? right("Covered headers", headers.join(" "))
    : wrong(
        "Covered headers",
        `${missing.join(", ")} must be in the headers part and in the signing string.`,
      );
};

const judgeSignature = (
  signature: SignatureHeader,
  { publicKey }: Certificate,
  { method, target, body }: RawRequest,
  values: ReadonlyMap<string, string>,
): Piece => {
  const message = { method, target, header: (name: string) => values.get(name) };
  const { algorithm, headers: names } = signature;
  const string = buildSigningString(names, message);
  const isRight =
    string.ok && verifySignature(publicKey, algorithm, string.value, signature.signature);
  if (isRight) return right("Signature", "It verifies.");
  const presentNames = [...values.keys()];
  const input = { publicKey, algorithm, names, signature: signature.signature };
  return wrong("Signature", diagnoseSignature({ ...input, ...message, presentNames, body }).text);
};
