import { declareMutants } from "../mutant.ts";

const signature = "bank/src/pipeline/checks/check-signature.ts";
const signatureUse = "bank/src/pipeline/checks/check-signature-use.ts";
const usedSignatures = "bank/src/request/used-signatures.ts";
const certificate = "bank/src/pipeline/checks/check-certificate.ts";
const tpp = "bank/src/pipeline/checks/check-tpp.ts";
const tolerate = "bank/src/pipeline/checks/tolerate.ts";
const pipeline = "bank/src/pipeline/pipeline.ts";
const limits = "protocol/src/limits.ts";
const header = "protocol/src/signing/signature-header.ts";
const reader = "protocol/src/reader.ts";
const digest = "protocol/src/signing/digest.ts";
const keyId = "protocol/src/signing/key-id.ts";
const string = "protocol/src/signing/signing-string.ts";
const algorithms = "protocol/src/signing/signature.ts";
const verifies = "if (verifySignature(publicKey, algorithm, string, signature)) return undefined;";

export const signingMutants = declareMutants([
  [
    "SIG-01",
    "bank/src/http/connections/create-listener.ts",
    'minVersion: "TLSv1.2"',
    'minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0"',
  ],
  [
    "SIG-02",
    "protocol/src/operations/operation-kinds.ts",
    'signature: "required"',
    'signature: "optional"',
  ],
  [
    "SIG-03",
    "bank/src/pipeline/checks/check-required-headers.ts",
    'code: "HTTP_HEADER_REQUIRED"',
    'code: "FORMAT_ERROR"',
  ],
  ["SIG-04", signature, verifies, "return undefined;"],
  [
    "SIG-04",
    signature,
    verifies,
    `${verifies} if (context.operation.id !== "createPayment") return undefined;`,
  ],
  ["SIG-05", tpp, "needed.length > 0 && !needed.some((role) => tpp.roles.has(role))", "false"],
  ["SIG-06", "bank/src/parties/verify-trust.ts", 'trust === "any"', "true", "production"],
  ["SIG-07", tpp, "decided.isAdmitted ? undefined", "true ? undefined", "production"],
  ["SIG-08", limits, "clockDeviationSecondsMax: 60", "clockDeviationSecondsMax: 58"],
  ["SIG-09", limits, "clockDeviationSecondsMax: 60", "clockDeviationSecondsMax: 62"],
  [
    "SIG-09",
    pipeline,
    "[checkDate,",
    '[(c, b) => (c.operation.id === "createPayment" ? checkDate(c, b) : undefined),',
  ],
  ["SIG-10", "bank/src/http/send-response.ts", "{ ...more, ...signature }", "more"],
  [
    "SIG-11",
    "protocol/src/signing/verify-response.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text to find.
    "if (isInvalid(digest)) return new Invalid(`has a Digest that ${digest.reason}`);",
    "",
    "client",
  ],
  ["SIG-12", header, "if (!commaAt.test(text))", "if (false)"],
  ["SIG-13", header, '].join(","),', '].reverse().join(","),', "client"],
  ["SIG-14", keyId, '":", ""))?.[1];', '":", ""))?.[1] ?? "1";', "text"],
  [
    "SIG-15",
    "protocol/src/certificate/read-certificate.ts",
    ".toUpperCase()",
    ".toLowerCase()",
    "client",
  ],
  ["SIG-16", keyId, "if (given.serialNumber !== certificate.serialNumber)", "if (false)"],
  ["SIG-17", "protocol/src/signing/distinguished-name.ts", ".reverse()", ".slice()", "client"],
  ["SIG-18", keyId, "if (fault !== undefined) return new Invalid(fault);", ""],
  ["SIG-19", algorithms, 'publicKey.asymmetricKeyType === "rsa"', "true", "inside"],
  ["SIG-20", header, '["rsa-sha256", "rsa-sha256"],', ""],
  ["SIG-21", header, "if (upper) return", "if (false) return", "text"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text to find.
  ["SIG-22", string, "${message.method.toLowerCase()} ${message.target}", "${message.method} /"],
  ["SIG-23", algorithms, '"rsa-sha256": "sha256"', '"rsa-sha256": "sha512"'],
  ["SIG-24", string, '  "psu-corporate-id",\n', ""],
  ["SIG-24", string, '  "tpp-redirect-uri",\n', ""],
  [
    "SIG-25",
    "protocol/src/signing/sign-request.ts",
    "candidateHeaders.filter((name) => sent.has(name))",
    'candidateHeaders.filter((name) => sent.has(name) || sent.set(name, ""))',
    "client",
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text to find.
  ["SIG-26", string, '"\\n"}${name}: ${value}', '"\\n"}${name}:${value}'],
  [
    "SIG-26",
    string,
    "trimWhitespace(decodeHeaderText(value))",
    "decodeHeaderText(value)",
    "inside",
  ],
  ["SIG-27", string, 'text === "" ? "" : "\\n"', 'text === "" ? "" : "\\r\\n"'],
  [
    "SIG-28",
    "protocol/src/signing/rfc2047.ts",
    "asciiOnly.test(text) ? text",
    "true ? text",
    "client",
  ],
  ["SIG-29", "protocol/src/signing/rfc2047.ts", 'charset === "iso-8859-1"', "false"],
  ["SIG-30", signature, "if (missing.length > 0)", "if (false)"],
  ["SIG-31", keyId, '" ").toLowerCase()', '" ")'],
  ["SIG-32", header, "if (values.has(name[1]))", "if (false)"],
  ["SIG-33", string, "message.method.toLowerCase()", '"post"'],
  ["SIG-34", certificate, "const rsaBitsMin = 2048", "const rsaBitsMin = 512"],
  ["SIG-34", header, '["rsa-sha512", "rsa-sha512"],', ""],
  [
    "SIG-35",
    "bank/src/pipeline/checks/check-required-headers.ts",
    "if (!isOneOf(once, name)) continue;",
    "continue;",
  ],
  ["SIG-36", "bank/src/http/send-response.ts", 'requestHeaders.has("accept-signature")', "false"],
  ["SIG-37", tolerate, 'configuration.strictness === "strict" ||', "false ||", "setting"],
  [
    "SIG-38",
    tolerate,
    'isSandboxOnly === true && configuration.mode === "production"',
    "false",
    "production",
  ],
  ["SIG-39", certificate, "holdsPrivateKey(header) ? {} : stage", "stage", "inside"],
  ["SIG-42", signatureUse, "if (first === use) return undefined;", "return undefined;"],
  ["SIG-42", usedSignatures, "const generationMs = 2 *", "const generationMs = 1 *", "allowed"],
  ["SIG-43", signatureUse, "isRead(first) && isRead(use)", "false", "allowed"],
  ["SIG-43", signatureUse, "context.warnings.push(text)", "bank.log.warn(text)", "text"],
  ["SIG-43", pipeline, '({ path }) => !path.startsWith("/v1/sandbox/")', "always", "allowed"],
  [
    "SIG-44",
    signature,
    'bank.configuration.requestTarget === "required" &&',
    "false &&",
    "setting",
  ],
  [
    "SIG-45",
    "bank/src/http/present-refusal.ts",
    'code !== "FORBIDDEN" && proofHeaders.has(path)',
    'code === "FORBIDDEN"',
    "text",
  ],
  ["SIG-45", "bank/src/http/present-refusal.ts", '  "Digest",', "", "text"],
  ["SIG-46", certificate, "isPublicTestKey(read.publicKey)", "false", "production"],
  ["SIG-47", signatureUse, "bankOf(first) !== bank.id", "false", "setting"],
  ["SIG-48", reader, "estimateWork(text) <= workMax", "true", "flood"],
  ["SIG-48", digest, "const why = reader && diagnose", "const why = diagnose", "production"],
  [
    "SIG-40",
    "protocol/src/certificate/read-certificate.ts",
    "publicExponent <= 1n",
    "publicExponent < 1n",
    "allowed",
  ],
  [
    "SIG-40",
    "protocol/src/certificate/read-certificate.ts",
    "publicExponent % 2n === 0n",
    "false",
    "allowed",
  ],
  ["SIG-41", certificate, "publicExponent < productionExponentMin", "false", "production"],
  [
    "SIG-41",
    certificate,
    'bank.configuration.mode === "production" && publicExponent',
    "publicExponent",
    "allowed",
  ],
]);
