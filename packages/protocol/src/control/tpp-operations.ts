import { psd2Roles } from "../certificate/index.ts";
import type { ReadonlyDeep } from "../operations/index.ts";
import {
  boolean,
  integer,
  list,
  map,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

/** Kinds of TPP certificate: a working one, and one for each way in which it can be invalid. */
export const tppCertificateKinds = [
  "working",
  "expired",
  "not-yet-valid",
  "revoked",
  "wrong-role",
  "other-ca",
  "1024-bit",
  "ec-key",
] as const;
export type TppCertificateKind = (typeof tppCertificateKinds)[number];

const bodyCharactersMax = 1_500_000;
/** As UTF-8, and with quotation marks escaped, a body takes more bytes than it has characters. */
const signingBytesMax = 4 * 1024 * 1024;

const signingRequestSchema = object({
  tpp: optional(
    string({
      maxLength: 64,
      description: "the tppId or name of a TPP that the sandbox created; its own TPP if omitted",
    }),
  ),
  method: oneOf(["GET", "POST", "PUT", "DELETE"]),
  target: string({
    pattern: "^/v1/[\\x21-\\x7e]+$",
    maxLength: 8_000,
    description: "the path from /v1/ on, with its query, as it will be sent",
  }),
  headers: optional(map(string({ maxLength: 16_000 }), { description: "headers by name" })),
  body: optional(
    string({ maxLength: bodyCharactersMax, description: "the body, character for character" }),
  ),
  coverTarget: optional(
    boolean({
      description: "whether (request-target) is signed as well; by default if the bank requires it",
    }),
  ),
});
export type SigningRequest = ReadonlyDeep<Static<typeof signingRequestSchema>>;

const certificateFacts = {
  validFrom: string(),
  validUntil: string(),
  keyId: string({ description: "the keyId of its signatures" }),
};

const signedFields = {
  tpp: object({ tppId: string(), name: string() }),
  signingString: string({
    description: "the exact bytes that are signed; they do not end with a newline",
  }),
  request: object({
    method: string(),
    url: string(),
    headers: map(string()),
    body: optional(string()),
  }),
  curl: string({ description: "a shell command that sends the same request" }),
};

/** Operations that create TPPs and sign requests for them. */
export const tppOperations = {
  issueCertificate: {
    method: "POST",
    path: "/tpp-certificates",
    summary: "Issues a TPP certificate with its key: valid, or invalid in a named way.",
    needsWorld: false,
    body: object({
      name: optional(string({ minLength: 1, maxLength: 64 })),
      organisationNumber: optional(string({ pattern: "^[0-9]{9}$", description: "nine digits" })),
      roles: optional(list(oneOf(psd2Roles), { description: "a list of PSD2 roles" })),
      kind: optional(oneOf(tppCertificateKinds)),
    }),
    status: 201,
    response: object({
      certificatePem: string(),
      privateKeyPem: string(),
      caPem: string({ description: "certificate of the issuing authority" }),
      isRevoked: boolean(),
      serialNumberHex: string(),
    }),
  },
  listTpps: {
    method: "GET",
    path: "/tpps",
    summary: "Lists the TPPs that the sandbox created and can sign for, newest first.",
    needsWorld: false,
    status: 200,
    response: object({
      tpps: list(
        object({
          tppId: string({ description: "serial number of its certificate" }),
          name: string(),
          organisationNumber: string(),
          roles: list(string()),
          kind: string(),
          issuedAt: string(),
          ...certificateFacts,
        }),
      ),
    }),
  },
  readTpp: {
    method: "GET",
    path: "/tpps/{tppId}",
    summary: "Reads the certificate and the key of a TPP that the sandbox created.",
    needsWorld: false,
    status: 200,
    response: object({ certificatePem: string(), privateKeyPem: string() }),
  },
  listCertificates: {
    method: "GET",
    path: "/certificates",
    summary: "Lists the certificates of requests since the start, the latest first.",
    needsWorld: false,
    status: 200,
    response: object({
      certificates: list(
        object({
          name: string({ description: "name of the organisation" }),
          identifier: optional(string({ description: "organizationIdentifier, if there is one" })),
          issuer: string(),
          serialNumber: string(),
          roles: list(string()),
          ...certificateFacts,
          requests: integer(),
          refused: integer(),
          lastSeenAt: string(),
          tolerated: list(
            object({ form: string(), where: string(), accepts: string(), count: integer() }),
            { description: "forms that were accepted though the interface asks for others" },
          ),
        }),
      ),
    }),
  },
  signRequest: {
    method: "POST",
    path: "/signatures",
    summary: "Signs a request for such a TPP: returns signing string, headers and a curl command.",
    needsWorld: false,
    body: signingRequestSchema,
    bodyBytesMax: signingBytesMax,
    status: 200,
    response: object(signedFields),
  },
  createFirstPayment: {
    method: "POST",
    path: "/first-payment",
    summary: "Creates a payment between two customers of the data set, to try the bank.",
    needsWorld: false,
    status: 201,
    response: object({
      tpp: string({ description: "name of the TPP that created it" }),
      worldId: string({ description: "world of this TPP" }),
      paymentId: string(),
      scaRedirect: string({ description: "where the customer approves it" }),
      customer: string({ description: "name of the customer who pays" }),
      customerNumber: string(),
    }),
  },
  sendSignedRequest: {
    method: "POST",
    path: "/signed-requests",
    summary: "Signs and sends a request: also returns the response and the reason of a refusal.",
    needsWorld: false,
    body: signingRequestSchema,
    bodyBytesMax: signingBytesMax,
    status: 200,
    response: object({
      ...signedFields,
      response: object({
        status: integer(),
        reason: string(),
        headers: map(string()),
        body: string(),
      }),
      explanation: optional(object({}, { description: "what is wrong with a refused signature" })),
      codes: map(object({ cause: string(), remedy: string() }), {
        description: "the error codes of a refusal, with cause and remedy",
      }),
    }),
  },
} as const satisfies Record<string, ControlOperation>;
