import { limits } from "@varde/protocol";
import { dayMs } from "../../accounts/access-store.ts";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";

/**
 * Default retention period of each kind of row, by the bank's clock. Payments and baskets, with
 * their authorisations and events, can be requested at any time and have none: they are deleted
 * only if the bank has set `retentionDays.payments`. Else only the PSU's device is erased.
 */
export const retentionMs = {
  /** Since its last step. Five idle minutes end a visit, and with it the block on guessing. */
  ownVisit: dayMs,
  /** Since it expired. The evidence of a confirmed one is stored with the SCA. */
  appChallenge: dayMs,
  /** Since the last call: then none of the four calls counts any more. */
  unattendedAccess: dayMs,
  /** Since the payment was created, once the core bank has it: the time in which it is disputed. */
  psuDevice: 90 * dayMs,
  /** Since its last step. Its status cannot be requested; an older link leads to an error page. */
  scaWithoutPayment: 30 * dayMs,
  /**
   * Since its SCA. Until then the refusal says that the session expired, afterwards that it is
   * unknown.
   */
  session: limits.scaRenewalDays * dayMs,
  /** Since its SCA: a year after it expired. Until then a new SCA has its accounts ticked. */
  consent: (limits.scaRenewalDays + 365) * dayMs,
  /** Since the access: five years, as for other records of payment services. */
  audit: 5 * 365 * dayMs,
  /** Since the minute: the quarters that a regulator compares, and those of the year before. */
  kpi: 731 * dayMs,
} as const;

/** Returns the retention periods of a bank: those that it has configured, else the defaults. */
export const readRetentionMs = ({
  retentionDays,
}: Pick<BankConfiguration, "retentionDays">): Record<keyof typeof retentionMs, number> => ({
  ...retentionMs,
  ...inMs("consent", retentionDays.consents),
  ...inMs("session", retentionDays.sessions),
  ...inMs("scaWithoutPayment", retentionDays.authorisations),
  ...inMs("psuDevice", retentionDays.psuDevices),
  ...inMs("audit", retentionDays.audit),
  ...inMs("kpi", retentionDays.kpi),
});

const inMs = (kind: keyof typeof retentionMs, days: number | undefined) =>
  days === undefined ? {} : { [kind]: days * dayMs };
