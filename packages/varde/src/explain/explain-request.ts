import {
  buildSigningString,
  type Certificate,
  candidateHeaders,
  checkDigestHeader,
  computeDigest,
  coveredHeadersMissing,
  describeTolerance,
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
import type { ParsedRequest } from "./parse-raw-request.ts";

/** A part of the signature and the result of its check. */
export interface Piece {
  readonly piece: string;
  readonly isRight: boolean;
  readonly text: string;
}

export interface RequestExplanation {
  readonly isRight: boolean;
  readonly operation: string | undefined;
  readonly pieces: readonly Piece[];
  /** The signing string that the bank builds; absent if the Signature header is malformed. */
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

/** Headers with their own check, which reports that they are missing. */
const checkedSeparately: ReadonlySet<string> = new Set([
  "date",
  "digest",
  "signature",
  "tpp-signature-certificate",
]);

/** Checks every part of a request's signature, in the same order as a bank. */
export const explainRequest = (request: ParsedRequest, arrivedMs: number): RequestExplanation => {
  // The first value of a repeated header counts, so that the repetition is one fault and not two.
  const values = new Map([...request.headers].reverse());
  const header = (name: string) => values.get(name);
  const operation = findOperation(request.method, request.target);
  const certificate = readCertificate(header("tpp-signature-certificate") ?? "");
  const known = certificate.ok ? certificate.value : undefined;
  const signature = parseSignatureHeader(header("signature") ?? "");
  const message = { method: request.method, target: request.target, header };
  const string = signature.ok ? buildSigningString(signature.value.headers, message) : undefined;
  const pieces = [
    checkHeaders(request, values, operation),
    checkDate(header("date"), arrivedMs),
    checkDigest(request, header("digest"), operation),
    checkCertificate(certificate, header("tpp-signature-certificate"), arrivedMs),
    checkForm(signature, header("signature")),
    ...(signature.ok
      ? [
          ...(known === undefined ? [] : [checkKeyId(signature.value, known)]),
          checkCover(signature.value, values),
          ...(known === undefined ? [] : [checkSignature(signature.value, known, request, values)]),
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

const checkHeaders = (
  request: ParsedRequest,
  values: ReadonlyMap<string, string>,
  operation: ReturnType<typeof findOperation>,
): Piece => {
  const names = request.headers.map(([name]) => name);
  const twice = names.find((name, at) => onceOnly.has(name) && names.indexOf(name) !== at);
  if (twice !== undefined) return wrong("Headers", `${twice} is sent more than once.`);
  if (operation === undefined) {
    const text = `${request.method} ${request.target} is not an operation of the interface.`;
    return wrong("Headers", text);
  }
  const missing = missingHeaders(operation, (name) => values.has(name))
    .filter((name) => !checkedSeparately.has(name))
    .map(headerTitle);
  return missing.length === 0
    ? right("Headers", `All headers that ${operation.id} needs are present.`)
    : wrong("Headers", `${operation.id} also needs ${missing.join(", ")}.`);
};

const checkDate = (value: string | undefined, arrivedMs: number): Piece => {
  if (value === undefined) return wrong("Date", "It is missing; every request needs one.");
  const date = parseDateHeader(value);
  if (!date.ok) return wrong("Date", `It ${date.reason}.`);
  const off = Math.trunc((date.value - arrivedMs) / 1000);
  const way = off > 0 ? "ahead" : "behind";
  return Math.abs(off) <= limits.clockDeviationSecondsMax
    ? right("Date", `${Math.abs(off)} seconds off; ${limits.clockDeviationSecondsMax} are allowed.`)
    : wrong(
        "Date",
        `${Math.abs(off)} seconds ${way}; ${limits.clockDeviationSecondsMax} are allowed. ` +
          "(For an older request, add --recorded.)",
      );
};

const checkDigest = (
  { body }: ParsedRequest,
  value: string | undefined,
  operation: ReturnType<typeof findOperation>,
): Piece => {
  if (value === undefined && operation?.headers.digest === "required") {
    return wrong("Digest", "It is missing; a new payment needs one.");
  }
  if (value === undefined) {
    return right("Digest", body.length === 0 ? "Not sent; there is no body." : "Not sent.");
  }
  const digest = checkDigestHeader(value, body);
  if (digest.ok) return right("Digest", `It matches the ${body.length} bytes of the body.`);
  return wrong("Digest", `It ${digest.reason}.`);
};

const checkCertificate = (
  read: ReturnType<typeof readCertificate>,
  value: string | undefined,
  arrivedMs: number,
): Piece => {
  const piece = "Certificate";
  if (value === undefined) return wrong(piece, "TPP-Signature-Certificate is missing.");
  if (!read.ok) return wrong(piece, `It ${read.reason}.`);
  const { keyType, modulusBits = 0, notBefore, notAfter, commonName } = read.value;
  if (keyType !== "rsa" || modulusBits < rsaBitsMin) {
    const bits = keyType === "rsa" ? ` with ${modulusBits} bits` : "";
    return wrong(
      piece,
      `Its key is ${keyType}${bits}; RSA with ${rsaBitsMin} bits or more is required.`,
    );
  }
  if (arrivedMs > notAfter)
    return wrong(piece, `It expired on ${new Date(notAfter).toISOString()}.`);
  if (arrivedMs < notBefore) {
    return wrong(piece, `It is not valid before ${new Date(notBefore).toISOString()}.`);
  }
  return right(piece, `${commonName ?? "A certificate"}, RSA with ${modulusBits} bits.`);
};

const checkForm = (
  signature: ReturnType<typeof parseSignatureHeader>,
  value: string | undefined,
): Piece => {
  if (value === undefined) return wrong("Signature form", "The Signature header is missing.");
  if (!signature.ok) return wrong("Signature form", `The header ${signature.reason}.`);
  const [tolerance] = signature.value.tolerated;
  const warning = tolerance && describeTolerance(tolerance);
  return right("Signature form", warning ?? "All four parts are present.");
};

const checkKeyId = (signature: SignatureHeader, certificate: Certificate): Piece => {
  const match = matchKeyId(signature.keyId, certificate);
  if (!match.ok) return wrong("keyId", `It ${match.reason}.`);
  const [tolerance] = match.tolerated;
  const warning = tolerance && describeTolerance(tolerance);
  return right("keyId", warning ?? "It identifies the certificate.");
};

const checkCover = ({ headers }: SignatureHeader, values: ReadonlyMap<string, string>): Piece => {
  const missing = coveredHeadersMissing(headers, values);
  return missing.length === 0
    ? right("Covered headers", headers.join(" "))
    : wrong(
        "Covered headers",
        `${missing.join(", ")} must be listed in headers and be part of the signing string.`,
      );
};

const checkSignature = (
  signature: SignatureHeader,
  { publicKey }: Certificate,
  { method, target, body }: ParsedRequest,
  values: ReadonlyMap<string, string>,
): Piece => {
  const message = { method, target, header: (name: string) => values.get(name) };
  const { algorithm, headers: names } = signature;
  const string = buildSigningString(names, message);
  const isRight =
    string.ok && verifySignature(publicKey, algorithm, string.value, signature.signature);
  if (isRight) return right("Signature", "It is valid.");
  const presentNames = [...values.keys()];
  const input = { publicKey, algorithm, names, signature: signature.signature };
  return wrong("Signature", diagnoseSignature({ ...input, ...message, presentNames, body }).text);
};
