import type { Psd2Role } from "../certificate/index.ts";
import type { TppMessageCode } from "../codes.ts";
import type { OperationHeaders } from "./headers.ts";

/** The facts that decide which checks an operation passes and what its use case can rely on. */
export interface OperationFacts {
  /** Any one of these roles may call. An empty list lets every TPP call. */
  readonly roles: readonly Psd2Role[];
  readonly headers: OperationHeaders;
  /** Whether the PSU is looked up, and whether the use case can rely on there being one. */
  readonly psu: "none" | "optional" | "known";
  /**
   * Whether the PSU must have completed SCA in this TPP-Session-ID. A payment may be created
   * without, when its own single SCA also identifies the PSU; some account information may be read
   * without, when the PSU is not present.
   */
  readonly session: "none" | "needed" | "or-single-sca" | "or-unattended";
  /**
   * Where PSU-Corporate-ID comes from in corporate context: the request must name it, or the owner
   * of the resource decides, or it is not needed.
   */
  readonly agreement: "named" | "of-resource" | "none";
  /** Whether the PSU's consent to read accounts is checked. */
  readonly consent: boolean;
  /** The data about a PSU that it uses or shows. Every access to such data is audited. */
  readonly accesses:
    | "none"
    | "accounts"
    | "balances"
    | "transactions"
    | "funds"
    | "payment"
    | "identity";
  /** The subject of the SCA that is started when this operation needs one first. */
  readonly sca: "none" | "identification" | "accounts";
  /** The greatest size of the body, also where the body is ignored. */
  readonly bodyBytesMax: number;
  /** The greatest size of the body if the path names bulk payments, where it is another one. */
  readonly bulkBodyBytesMax?: number;
  /** Whether rules between the fields of the body are checked. */
  readonly hasBodyRules: boolean;
  /** Whether a write's response is stored under its X-Request-ID and returned to a repeat. */
  readonly hasIdempotentWrites: boolean;
  /** The codes a refusal may have in addition to those that follow from the other facts. */
  readonly codes: readonly TppMessageCode[];
}

const usualBodyBytesMax = 64 * 1024;
const largeBodyBytesMax = 1024 * 1024;

const signedHeaders = {
  "x-accept-fix": "optional",
  "x-request-id": "required",
  date: "required",
  digest: "optional",
  "tpp-signature-certificate": "required",
  signature: "required",
} as const satisfies OperationHeaders;

const deviceHeaders = {
  "psu-ip-port": "optional",
  "psu-http-method": "optional",
  "psu-device-id": "optional",
  "psu-geo-location": "optional",
} as const satisfies OperationHeaders;

const optionalPsuHeaders = {
  ...signedHeaders,
  "tpp-session-id": "optional",
  "tpp-redirect-uri": "optional",
  "tpp-redirect-preferred": "optional",
  "psu-id": "optional",
  "psu-corporate-id": "optional",
  "psu-ip-address": "optional",
  ...deviceHeaders,
} as const satisfies OperationHeaders;

const requiredPsuHeaders = {
  ...optionalPsuHeaders,
  "tpp-session-id": "required",
  "tpp-redirect-uri": "required",
  "psu-id": "required",
  "psu-ip-address": "required",
} as const satisfies OperationHeaders;

const { "tpp-redirect-preferred": _, ...fundsHeaders } = optionalPsuHeaders;

const paymentInitiation = {
  roles: ["PSP_PI"],
  headers: requiredPsuHeaders,
  psu: "known",
  session: "needed",
  agreement: "of-resource",
  consent: false,
  accesses: "none",
  sca: "identification",
  bodyBytesMax: usualBodyBytesMax,
  hasBodyRules: false,
  hasIdempotentWrites: true,
  codes: ["RESOURCE_UNKNOWN", "CONFLICT"],
} as const satisfies OperationFacts;

const withoutPsu = {
  roles: [],
  headers: signedHeaders,
  psu: "none",
  session: "none",
  agreement: "none",
  consent: false,
  accesses: "none",
  sca: "none",
  bodyBytesMax: usualBodyBytesMax,
  hasBodyRules: false,
  hasIdempotentWrites: true,
  codes: ["RESOURCE_UNKNOWN", "CONFLICT"],
} as const satisfies OperationFacts;

/** Kinds of operations: each operation names its kind and adds or replaces only its own facts. */
export const operationKinds = {
  createPayment: {
    ...paymentInitiation,
    headers: {
      ...requiredPsuHeaders,
      "x-accept-fix": "required",
      digest: "required",
      "tpp-brand-logging-information": "optional",
      "x-psu-identity": "optional",
      "psu-context": "optional",
    },
    psu: "optional",
    session: "or-single-sca",
    agreement: "named",
    accesses: "payment",
    bulkBodyBytesMax: largeBodyBytesMax,
    hasBodyRules: true,
    codes: [
      "RESOURCE_UNKNOWN",
      "CONFLICT",
      "KID_MISSING",
      "KID_INVALID",
      "EXECUTION_DATE_INVALID",
      "PAYMENT_FAILED",
      "PRODUCT_INVALID",
    ],
  },
  createBasket: {
    ...paymentInitiation,
    headers: { ...requiredPsuHeaders, "x-accept-fix": "required" },
    codes: ["RESOURCE_UNKNOWN", "CONFLICT", "REFERENCE_MIX_INVALID"],
  },
  readPayment: {
    ...paymentInitiation,
    headers: optionalPsuHeaders,
    psu: "optional",
    session: "none",
    agreement: "none",
    sca: "none",
  },
  changePayment: {
    ...paymentInitiation,
    codes: ["RESOURCE_UNKNOWN", "CONFLICT", "PAYMENT_FAILED", "PRODUCT_INVALID"],
  },
  readAccount: {
    ...paymentInitiation,
    roles: ["PSP_AI"],
    headers: optionalPsuHeaders,
    agreement: "named",
    consent: true,
    accesses: "accounts",
    sca: "accounts",
    codes: [
      "RESOURCE_UNKNOWN",
      "CONSENT_EXPIRED",
      "CONSENT_INVALID",
      "CONSENT_UNKNOWN",
      "ACCESS_EXCEEDED",
    ],
  },
  createConsent: {
    ...paymentInitiation,
    // Confirming funds needs the PSU's consent too, and this is the operation that asks for it.
    roles: ["PSP_AI", "PSP_IC"],
    headers: { ...optionalPsuHeaders, "tpp-redirect-uri": "required" },
    psu: "optional",
    session: "none",
    agreement: "none",
    sca: "accounts",
    codes: ["CONFLICT"],
  },
  readUser: {
    ...paymentInitiation,
    headers: optionalPsuHeaders,
    agreement: "named",
    accesses: "identity",
    codes: [],
  },
  confirmFunds: {
    ...paymentInitiation,
    roles: ["PSP_IC"],
    headers: fundsHeaders,
    psu: "optional",
    session: "none",
    agreement: "none",
    accesses: "funds",
    sca: "accounts",
    hasBodyRules: true,
    hasIdempotentWrites: false,
    codes: ["RESOURCE_UNKNOWN", "CONSENT_EXPIRED", "CONSENT_INVALID", "CONSENT_UNKNOWN"],
  },
  manageContact: withoutPsu,
  loadData: {
    ...withoutPsu,
    bodyBytesMax: largeBodyBytesMax,
    hasIdempotentWrites: false,
    codes: ["RESOURCE_UNKNOWN", "CONFLICT", "NOT_FOUND"],
  },
} as const satisfies Record<string, OperationFacts>;

export type OperationKind = keyof typeof operationKinds;
