import type { Certificate } from "@varde/protocol";
import { type BatchTimes, batchTimesDefault } from "./calendar/batch-times.ts";

/** Settings of a bank. */
export interface BankConfiguration {
  readonly mode: "sandbox" | "production";
  /** Name shown to PSUs. */
  readonly bankName: string;
  /** Origin where PSUs reach the bank, without a trailing slash; SCA links start with it. */
  readonly publicUrl: string;
  /** Path before /v1, for banks that serve the interface under a path. */
  readonly pathPrefix: string;
  readonly trust: "any" | "sandbox-ca" | "anchors";
  /** Certificates of authorities that TPPs' certificates may chain to. */
  readonly anchors: readonly Certificate[];
  readonly keyIdIssuer: "attributes" | "rfc2253";
  readonly amountFractionDigits: "exact" | "at-most";
  readonly bbanCheckDigit: "required" | "off";
  readonly nonBankDay: "move" | "reject";
  readonly acceptFixRequired: boolean;
  readonly responseSigning: "off" | "on-request" | "always";
  readonly hideUnsignedDomestic: boolean;
  readonly batchTimes: BatchTimes;
  /** Whether the role of a bank (PSP_AS) includes all other roles. */
  readonly aspspHasAllRoles: boolean;
  /** HDR-09: whether approvals can wait in the bank's own app. */
  readonly appApproval: boolean;
  /** Addresses of proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Requests served concurrently, half of them for one TPP; more get 503 before any check. */
  readonly requestsInFlightMax: number;
  /** How long a call of a port may take before it fails. In production only. */
  readonly portTimeoutMs: number;
}

export const sandboxConfiguration: BankConfiguration = {
  mode: "sandbox",
  bankName: "Varde Bank",
  publicUrl: "http://127.0.0.1:8080",
  pathPrefix: "",
  trust: "any",
  anchors: [],
  keyIdIssuer: "attributes",
  amountFractionDigits: "exact",
  bbanCheckDigit: "required",
  nonBankDay: "move",
  acceptFixRequired: true,
  responseSigning: "on-request",
  hideUnsignedDomestic: false,
  batchTimes: batchTimesDefault,
  aspspHasAllRoles: true,
  appApproval: true,
  trustedProxies: [],
  requestsInFlightMax: 1_000,
  portTimeoutMs: 10_000,
};

/**
 * Defaults for a bank in production, without what only the bank knows: its name, its address and
 * the authorities it trusts.
 */
export const productionDefaults: Omit<BankConfiguration, "bankName" | "publicUrl" | "anchors"> =
  (() => {
    const { bankName: _name, publicUrl: _url, anchors: _anchors, ...rest } = sandboxConfiguration;
    return { ...rest, mode: "production", trust: "anchors", appApproval: false };
  })();
