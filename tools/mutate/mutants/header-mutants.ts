import { declareMutants } from "../mutant.ts";

const kinds = "protocol/src/operations/operation-kinds.ts";
const headers = "protocol/src/operations/headers.ts";
const formats = "bank/src/pipeline/checks/check-header-formats.ts";
const limits = "protocol/src/limits.ts";
const requestIds = "bank/src/respond-once.ts";
const findPsu = "bank/src/pipeline/checks/find-psu.ts";

const basketHeaders = 'headers: { ...requiredPsuHeaders, "x-accept-fix": "required" },';
const replacements = 'const psuIdReplacements = ["x-psu-identity", "psu-context"] as const;';
const fits = "bank/src/sca/start/fits-in-app.ts";

export const headerMutants = declareMutants([
  ["HDR-01", kinds, basketHeaders, "headers: requiredPsuHeaders,"],
  ["HDR-01", kinds, '"x-accept-fix": "required",', '"x-accept-fix": "optional",'],
  ["HDR-02", "protocol/src/accept-fix.ts", '.split(",")', '.split(";")', "allowed"],
  [
    "HDR-03",
    "bank/src/http/connections/server-options.ts",
    "requireHostHeader: false",
    "requireHostHeader: true",
  ],
  ["HDR-04", kinds, '"x-request-id": "required"', '"x-request-id": "optional"'],
  ["HDR-05", requestIds, "stored.fingerprint === context.requestFingerprint", "true"],
  ["HDR-06", kinds, '"tpp-session-id": "required",', '"tpp-session-id": "optional",'],
  ["HDR-06", kinds, basketHeaders, basketHeaders.replace(" }", ', "tpp-session-id": "optional" }')],
  ["HDR-07", kinds, '"tpp-redirect-uri": "required",', '"tpp-redirect-uri": "optional",'],
  ["HDR-08", "bank/src/sca/start/start-sca.ts", '=== "false"', '!== "true"'],
  ["HDR-09", "bank/src/sca/start/start-sca.ts", "configuration.appApproval &&", "false &&"],
  [
    "HDR-10",
    "bank/src/sca/start/start-sca.ts",
    "brand: subject.brand,",
    "brand: undefined,",
    "page",
  ],
  ["HDR-11", kinds, 'digest: "required"', 'digest: "optional"'],
  ["HDR-12", "protocol/src/signing/digest.ts", '"SHA-512": "sha512"', '"SHA-512": "sha256"'],
  [
    "HDR-13",
    kinds,
    '"tpp-signature-certificate": "required"',
    '"tpp-signature-certificate": "optional"',
  ],
  [
    "HDR-14",
    "protocol/src/certificate/read-certificate.ts",
    "decodeBase64(headerValue)",
    'Buffer.from(headerValue, "base64")',
  ],
  ["HDR-15", kinds, 'signature: "required"', 'signature: "optional"'],
  ["HDR-16", kinds, '"psu-id": "required"', '"psu-id": "optional"'],
  ["HDR-16", kinds, basketHeaders, basketHeaders.replace(" }", ', "psu-id": "optional" }')],
  ["HDR-17", formats, '"psu-id": parseUuid', '"psu-id": String'],
  ["HDR-18", headers, replacements, 'const psuIdReplacements = ["psu-context"] as const;', "harm"],
  [
    "HDR-19",
    findPsu,
    "if (agreementId !== undefined) return actAs(agreementId, psu, context, bank);",
    "if (agreementId === undefined) " +
      'return { ...psu, agreementId: corporateId, context: "CORPORATE" };',
  ],
  ["HDR-20", formats, '"psu-context": oneOf(psuContexts)', '"psu-context": String'],
  ["HDR-21", headers, replacements, 'const psuIdReplacements = ["x-psu-identity"] as const;'],
  ["HDR-22", kinds, '"psu-ip-address": "required"', '"psu-ip-address": "optional"'],
  ["HDR-23", kinds, basketHeaders, basketHeaders.replace(" }", ', "psu-ip-port": "required" }')],
  ["HDR-24", formats, 'oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])', "String"],
  ["HDR-25", formats, '"psu-device-id": parseUuid', '"psu-device-id": String'],
  ["HDR-25", kinds, basketHeaders, basketHeaders.replace(" }", ', "psu-device-id": undefined }')],
  ["HDR-26", kinds, basketHeaders, basketHeaders.replace(" }", ', digest: "required" }')],
  [
    "HDR-27",
    "bank/src/sca/start/start-sca.ts",
    'readsHeader(context.operation, "psu-context")',
    "true",
    "page",
  ],
  ["HDR-28", headers, replacements, "const psuIdReplacements = [] as const;"],
  ["HDR-29", requestIds, "stored.fingerprint === context.requestFingerprint", "true"],
  ["HDR-29", requestIds, "stored.fingerprint === context.requestFingerprint", "false"],
  ["HDR-30", limits, "requestIdCharactersMax: 128", "requestIdCharactersMax: 129", "allowed"],
  [
    "HDR-31",
    "bank/src/pipeline/checks/check-digest.ts",
    "if (!isInvalid(digest)) return",
    "if (true) return",
  ],
  [
    "HDR-31",
    "bank/src/pipeline/pipeline.ts",
    "[checkDigest,",
    '[(c, b) => (c.operation.id === "createPayment" ? checkDigest(c, b) : undefined),',
  ],
  [
    "HDR-32",
    "bank/src/payments/belongs-to-psu.ts",
    "isOther(personId, psu.personId) || isOther(context, psu.context)",
    "isOther(context, psu.context)",
    "parties",
  ],
  ["HDR-33", "bank/src/pipeline/pipeline.ts", "[checkHeaderLengths,     always],", "", "allowed"],
  ["HDR-33", headers, "digest: 512", "digest: 513", "allowed"],
  ["HDR-33", headers, '"psu-id": idBytesMax', '"psu-id": otherBytesMax', "allowed"],
  ["HDR-33", limits, "signatureBytesMax: 8_192", "signatureBytesMax: 8_191", "allowed"],
  [
    "HDR-34",
    "bank/src/payments/create/draft-payment.ts",
    "value.slice(0, passedOnCharactersMax)",
    "value",
    "core",
  ],
  ["HDR-35", headers, ': "Send your certificate alone, without its chain."', ': ""', "text"],
  ["HDR-35", headers, "holdsPrivateKey(value)", "false", "text"],
  ["HDR-36", fits, "waiting.length < waitingInApp.perPersonMax", "true", "flood"],
  ["HDR-36", fits, "own.length < waitingInApp.perTppMax", "true", "flood"],
  ["HDR-37", findPsu, "(found?.personId ?? nobody)", "found?.personId", "harm"],
  ["HDR-37", "bank/src/records/sca.ts", 'expectedBy === "number"', "false", "harm"],
]);
