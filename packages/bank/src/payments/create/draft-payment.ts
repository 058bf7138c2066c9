import { passedOnCharactersMax } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import type { CoreAccount, PsuDevice } from "../../ports/core-bank.ts";
import type { Payment } from "../../records/payment.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { RequestOf } from "../../request/request-of.ts";

/** The fields in which the payments of one request differ. */
type Particulars = Pick<
  Payment,
  | "route"
  | "body"
  | "amountMinor"
  | "currency"
  | "executionDate"
  | "dateMoved"
  | "feeMinor"
  | "feeCurrency"
  | "batchKind"
  | "duplicateKey"
>;

/** Builds a new payment from the request, neither signed nor stored yet. */
export const draftPayment = (
  particulars: Particulars,
  debtor: CoreAccount,
  context: RequestOf<"createPayment">,
  bank: Bank,
): Payment => {
  const { tpp, psu, now } = context;
  return {
    ...particulars,
    paymentId: bank.ids.newId(),
    worldId: tpp.worldId,
    tppId: tpp.tppId,
    personId: psu?.personId,
    agreementId: psu?.agreementId,
    context: psu?.context ?? context.session?.context,
    service: context.service,
    product: context.product,
    status: "RCVD",
    version: 1n,
    debtorAccountId: debtor.accountId,
    fundsAvailable: undefined,
    failure: undefined,
    basketId: undefined,
    parentId: undefined,
    occurrence: undefined,
    sessionId: context.requiredHeader("tpp-session-id"),
    brand: context.header("tpp-brand-logging-information"),
    scaId: undefined,
    psuDevice: readPsuDevice(context),
    createdAt: now,
    signedAt: undefined,
    signaturesMissing: undefined,
    statusAt: now,
  };
};

const deviceHeaders = Object.entries({
  ipAddress: "psu-ip-address",
  ipPort: "psu-ip-port",
  userAgent: "psu-user-agent",
  deviceId: "psu-device-id",
  geoLocation: "psu-geo-location",
} as const satisfies Record<keyof PsuDevice, string>);

/** Reads the headers about the PSU's device that were sent, cut to a length worth storing. */
const readPsuDevice = (context: RequestContext): PsuDevice | undefined => {
  let device: Record<string, string> | undefined;
  for (const [name, header] of deviceHeaders) {
    const value = context.header(header);
    if (value === undefined) continue;
    device ??= {};
    device[name] = value.slice(0, passedOnCharactersMax);
  }
  return device;
};

/** The payment that a request creates, with the payments of a bulk. */
export interface PlannedPayment {
  readonly payment: Payment;
  readonly children: readonly Payment[];
}
