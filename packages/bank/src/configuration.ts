import type { Certificate } from "@varde/protocol";
import { type BatchTimes, batchTimesDefault } from "./calendar/batch-times.ts";

/** How this bank is run. Every switch has the default that the decisions give it. */
export interface BankConfiguration {
  readonly mode: "sandbox" | "production";
  /** As PSUs know it. */
  readonly bankName: string;
  /** Where PSUs reach the bank, without a trailing slash; SCA links start with it. */
  readonly publicUrl: string;
  /** What stands before /v1, for banks that serve the interface under a path. */
  readonly pathPrefix: string;
  readonly trust: "any" | "sandbox-ca" | "anchors";
  /** Certificates that those of TPPs may chain to. */
  readonly anchors: readonly Certificate[];
  readonly keyIdIssuer: "attributes" | "rfc2253";
  readonly amountFractionDigits: "exact" | "at-most";
  readonly bbanCheckDigit: "required" | "off";
  readonly nonBankDay: "move" | "reject";
  readonly acceptFixRequired: boolean;
  readonly responseSigning: "off" | "on-request" | "always";
  readonly hideUnsignedDomestic: boolean;
  readonly batchTimes: BatchTimes;
  /** Whether a bank's own role (PSP_AS) stands for all the others. */
  readonly aspspHasAllRoles: boolean;
  /** HDR-09: whether what is to be approved can wait in the bank's own app. */
  readonly appApproval: boolean;
  /** Addresses of our own proxies, whose word on where a request came from counts. */
  readonly trustedProxies: readonly string[];
  /** Requests served at once; more are answered 503 before any signature is verified. */
  readonly requestsInFlightMax: number;
  /** How long the bank's own systems may take for an answer; later is never. In production only. */
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
 * What a bank in production starts from. What only the bank knows is left out: its name, its
 * address, and the authorities it trusts.
 */
export const productionDefaults: Omit<BankConfiguration, "bankName" | "publicUrl" | "anchors"> =
  (() => {
    const { bankName: _name, publicUrl: _url, anchors: _anchors, ...rest } = sandboxConfiguration;
    return { ...rest, mode: "production", trust: "anchors", appApproval: false };
  })();
