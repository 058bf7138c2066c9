import type { Certificate } from "./certificate/certificate.ts";
import { findCertificateTolerances, readCertificate } from "./certificate/read-certificate.ts";
import { type Invalid, isInvalid } from "./invalid.ts";
import { limits } from "./limits.ts";
import {
  describeLongHeader,
  headerTitle,
  limitedHeaders,
  missingHeaders,
  type Operation,
} from "./operations/index.ts";
import { findOperation } from "./operations/operations.ts";
import type { Reader } from "./reader.ts";
import { diagnoseDate } from "./signing/diagnosis/diagnose-date.ts";
import { type Diagnosis, diagnoseSignature } from "./signing/diagnosis/diagnose-signature.ts";
import {
  buildSigningString,
  candidateHeaders,
  checkDigestHeader,
  computeDigest,
  coveredHeadersMissing,
  findDateTolerances,
  findDigestTolerances,
  formatKeyId,
  matchKeyId,
  parseDateHeader,
  parseSignatureHeader,
  type SignatureHeader,
  verifySignature,
} from "./signing/index.ts";
import { describeTolerance, type Tolerance } from "./tolerated-forms.ts";
import { countOf } from "./values/count-of.ts";

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  /** In the order sent. Names are in lower case; values are the bytes as Latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** True if the request had a body that is not known. */
  readonly isBodyMissing?: boolean;
}

export type Verdict = "right" | "tolerated" | "unchecked" | "wrong";

/** A part of a request and the result of its check. */
export interface ExplainedCheck {
  readonly check: string;
  readonly verdict: Verdict;
  readonly text: string;
  /** The text that was signed instead of the signing string, if the mistake is known. */
  readonly signedString?: string;
}

export interface RequestExplanation {
  /** The verdict of the worst check. */
  readonly verdict: Verdict;
  readonly operation: string | undefined;
  readonly checks: readonly ExplainedCheck[];
  /** The signing string that the bank builds; absent if the Signature header is malformed. */
  readonly signingString?: string;
  /** The text that was signed instead, if the mistake is known. */
  readonly signedString?: string;
  /** Absent if the body is missing. */
  readonly computedDigest?: string;
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

const verdicts: readonly Verdict[] = ["wrong", "unchecked", "tolerated", "right"];

/** Checks every part of a request's signature, in the same order as a bank. */
export const explainRequest = (
  reader: Reader,
  request: SentRequest,
  arrivedMs: number,
): RequestExplanation => {
  // The first value of a repeated header counts, so that the repetition is one fault and not two.
  const sent = new Map([...request.headers].reverse());
  const tooLong = findLongHeaders(sent);
  const values = new Map([...sent].filter(([name]) => !tooLong.has(name)));
  const header = (name: string) => values.get(name);
  const unlessLong = (name: string, check: string, explain: () => ExplainedCheck) => {
    const text = tooLong.get(name);
    return text === undefined ? explain() : wrong(check, text);
  };
  const operation = findOperation(request.method, request.target);
  const certificate = readCertificate(header("tpp-signature-certificate") ?? "", reader);
  const known = isInvalid(certificate) ? undefined : certificate;
  const signature = parseSignatureHeader(header("signature") ?? "", reader);
  const message = { method: request.method, target: request.target, header };
  const string = isInvalid(signature) ? signature : buildSigningString(signature.headers, message);
  const checks = [
    checkHeaders(request, sent, tooLong, operation),
    unlessLong("date", "Date", () => checkDate(reader, header("date"), arrivedMs)),
    unlessLong("digest", "Digest", () => checkDigest(reader, request, header("digest"), operation)),
    unlessLong("tpp-signature-certificate", "Certificate", () =>
      checkCertificate(certificate, header("tpp-signature-certificate"), arrivedMs),
    ),
    unlessLong("signature", "Signature form", () => checkForm(signature, header("signature"))),
    ...(!isInvalid(signature)
      ? [
          ...(known === undefined ? [] : [checkKeyId(reader, signature, known)]),
          checkCover(signature, sent),
          ...(known === undefined || tooLong.size > 0
            ? []
            : [checkSignature(reader, signature, known, request, values)]),
        ]
      : []),
  ];
  const { signedString } = checks.find((check) => check.signedString !== undefined) ?? {};
  return {
    verdict: verdicts.find((each) => checks.some(({ verdict }) => verdict === each)) ?? "right",
    operation: operation?.id,
    checks: checks.map(({ signedString: _, ...check }) => check),
    ...(!isInvalid(string) && { signingString: string }),
    ...(signedString !== undefined && { signedString }),
    ...(!request.isBodyMissing && { computedDigest: computeDigest(request.body, "SHA-256") }),
    ...(known !== undefined && { expectedKeyId: formatKeyId(known) }),
  };
};

/** Returns what is wrong with the headers that are too long. Their values are not examined. */
const findLongHeaders = (sent: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    limitedHeaders.flatMap(([name, bytesMax]) => {
      const value = sent.get(name) ?? "";
      return value.length > bytesMax ? [[name, describeLongHeader(name, value).text]] : [];
    }),
  );

const right = (check: string, text: string): ExplainedCheck => ({ check, verdict: "right", text });
const wrong = (check: string, text: string): ExplainedCheck => ({ check, verdict: "wrong", text });

const rightOrTolerated = (
  check: string,
  tolerances: readonly Tolerance[],
  text: string,
): ExplainedCheck =>
  tolerances.length === 0
    ? right(check, text)
    : { check, verdict: "tolerated", text: tolerances.map(describeTolerance).join(" ") };

const checkHeaders = (
  request: SentRequest,
  values: ReadonlyMap<string, string>,
  tooLong: ReadonlyMap<string, string>,
  operation: Operation | undefined,
): ExplainedCheck => {
  const [long] = [...tooLong].filter(([name]) => !checkedSeparately.has(name));
  if (long !== undefined) return wrong("Headers", long[1]);
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

const checkDate = (
  reader: Reader,
  value: string | undefined,
  arrivedMs: number,
): ExplainedCheck => {
  if (value === undefined) return wrong("Date", "It is missing; every request needs one.");
  const date = parseDateHeader(value);
  if (isInvalid(date)) {
    return wrong("Date", `It ${diagnoseDate(reader, value, arrivedMs) ?? date.reason}.`);
  }
  const off = Math.trunc((date - arrivedMs) / 1000);
  if (Math.abs(off) > limits.clockDeviationSecondsMax) {
    const why = diagnoseDate(reader, value, arrivedMs);
    if (why !== undefined) return wrong("Date", `It ${why}.`);
    return wrong(
      "Date",
      `${countOf(Math.abs(off), "second")} ${off > 0 ? "ahead of" : "behind"} the bank's clock; ` +
        `${limits.clockDeviationSecondsMax} are allowed.`,
    );
  }
  return rightOrTolerated(
    "Date",
    findDateTolerances(value, date),
    `${countOf(Math.abs(off), "second")} off; ${limits.clockDeviationSecondsMax} are allowed.`,
  );
};

const checkDigest = (
  reader: Reader,
  { body, isBodyMissing }: SentRequest,
  value: string | undefined,
  operation: Operation | undefined,
): ExplainedCheck => {
  if (value === undefined && operation?.headers.digest === "required") {
    return wrong("Digest", "It is missing; a new payment needs one.");
  }
  if (value === undefined) {
    return right("Digest", body.length === 0 ? "Not sent; there is no body." : "Not sent.");
  }
  if (isBodyMissing) {
    const text =
      "The body is missing, so its Digest cannot be checked. curl -v does not print the body: " +
      "add it after the headers and an empty line.";
    return { check: "Digest", verdict: "unchecked", text };
  }
  const digest = checkDigestHeader(value, body, reader);
  if (isInvalid(digest)) return wrong("Digest", `It ${digest.reason}.`);
  const text = `It matches the ${countOf(body.length, "byte")} of the body.`;
  return rightOrTolerated("Digest", findDigestTolerances(value), text);
};

const checkCertificate = (
  read: Certificate | Invalid,
  value: string | undefined,
  arrivedMs: number,
): ExplainedCheck => {
  const check = "Certificate";
  if (value === undefined) return wrong(check, "TPP-Signature-Certificate is missing.");
  if (isInvalid(read)) return wrong(check, `It ${read.reason}.`);
  const { keyType, modulusBits = 0, notBefore, notAfter, commonName } = read;
  if (keyType !== "rsa" || modulusBits < rsaBitsMin) {
    const bits = keyType === "rsa" ? ` with ${modulusBits} bits` : "";
    return wrong(
      check,
      `Its key is ${keyType}${bits}; RSA with ${rsaBitsMin} bits or more is required.`,
    );
  }
  if (arrivedMs > notAfter)
    return wrong(check, `It expired on ${new Date(notAfter).toISOString()}.`);
  if (arrivedMs < notBefore) {
    return wrong(check, `It is not valid before ${new Date(notBefore).toISOString()}.`);
  }
  return rightOrTolerated(
    check,
    findCertificateTolerances(value, read),
    `${commonName ?? "A certificate"}, RSA with ${modulusBits} bits.`,
  );
};

const checkForm = (
  signature: SignatureHeader | Invalid,
  value: string | undefined,
): ExplainedCheck => {
  const check = "Signature form";
  if (value === undefined) return wrong(check, "The Signature header is missing.");
  if (isInvalid(signature)) return wrong(check, `The header ${signature.reason}.`);
  return rightOrTolerated(check, signature.tolerated, "All four parts are present.");
};

const checkKeyId = (
  reader: Reader,
  signature: SignatureHeader,
  certificate: Certificate,
): ExplainedCheck => {
  const match = matchKeyId(signature.keyId, certificate, reader);
  if (isInvalid(match)) return wrong("keyId", `It ${match.reason}.`);
  return rightOrTolerated("keyId", match, "It identifies the certificate.");
};

const checkCover = (
  { headers }: SignatureHeader,
  values: ReadonlyMap<string, string>,
): ExplainedCheck => {
  const missing = coveredHeadersMissing(headers, values);
  return missing.length === 0
    ? right("Covered headers", headers.join(" "))
    : wrong(
        "Covered headers",
        `${missing.join(", ")} must be listed in headers and be part of the signing string.`,
      );
};

const checkSignature = (
  reader: Reader,
  signature: SignatureHeader,
  { publicKey }: Certificate,
  { method, target, body }: SentRequest,
  values: ReadonlyMap<string, string>,
): ExplainedCheck => {
  const message = { method, target, header: (name: string) => values.get(name) };
  const { algorithm, headers: names } = signature;
  const string = buildSigningString(names, message);
  const isRight =
    !isInvalid(string) && verifySignature(publicKey, algorithm, string, signature.signature);
  if (isRight) return right("Signature", "It is valid.");
  const presentNames = [...values.keys()];
  const input = { publicKey, algorithm, names, signature: signature.signature };
  const diagnosis: Diagnosis = diagnoseSignature(reader, {
    ...input,
    ...message,
    presentNames,
    body,
  });
  const { text, signedString } = diagnosis;
  return { ...wrong("Signature", text), ...(signedString !== undefined && { signedString }) };
};
