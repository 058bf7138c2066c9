import { inList, type RecordOf, rowsOfEach, sql, table, text, type Unit } from "@varde/storage";
import type { TppId } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import { type ShownQuote, scaTable } from "../../records/sca.ts";
import { listSignatures } from "../signature-store.ts";
import type { InstructionOrigin } from "./to-instruction.ts";

/** The fields of a payment that say how it came about. */
export const initiationFields = [
  "paymentId",
  "parentId",
  "amountMinor",
  "tppId",
  "brand",
  "personId",
  "agreementId",
  "context",
  "scaId",
  "psuDevice",
  "paymentId",
  "parentId",
  "signaturesMissing",
] as const satisfies readonly (keyof Payment)[];

type InitiatedPayment = Pick<Payment, (typeof initiationFields)[number]>;

const tppNames = table("tpp", { tppId: text<TppId>(), identifier: text(), name: text() });
const scaProofs = scaTable.pick("scaId", "channel", "evidence", "touchedAt", "shown");

/**
 * Reads how each payment came about: its TPP, its signer, the SCA, the PSU's device, and the
 * exchange that the PSU was shown.
 */
export function* readInitiations<P extends InitiatedPayment>(
  payments: readonly P[],
): Unit<ReadonlyMap<P, InstructionOrigin>> {
  const joint = payments.filter(isJointlySigned);
  const signatures =
    joint.length === 0 ? [] : yield* listSignatures([...new Set(joint.map(signedId))]);
  const tppIds = [...new Set(payments.map(({ tppId }) => tppId))];
  const signedScas = signatures.map(({ scaId }) => scaId);
  const scaIds = [...new Set([...payments.flatMap(({ scaId }) => scaId ?? []), ...signedScas])];
  const [tppRows = [], scaRows = []] = yield* rowsOfEach(
    sql`select ${tppNames.columns} from tpp where tpp_id ${inList(tppIds)}`,
    sql`select ${scaProofs.columns} from sca where sca_id ${inList(scaIds)}`,
  );
  const tpps = new Map(tppRows.map(tppNames.read).map((tpp) => [tpp.tppId, tpp]));
  const scas = new Map(scaRows.map(scaProofs.read).map((sca) => [sca.scaId, sca]));
  // Each signer may have been shown another estimate; that of the last one counts.
  const quotes = new Map(
    [...scas.values()].flatMap(({ scaId, shown = [] }) =>
      shown.map((quote) => [`${scaId} ${quote.paymentId}`, quote]),
    ),
  );
  const bySigned = Map.groupBy(signatures, ({ paymentId }) => paymentId);
  return new Map(
    payments.map((payment) => {
      const { tppId, brand, personId, agreementId, context, scaId, psuDevice } = payment;
      const { identifier, name } = tpps.get(tppId) ?? {};
      const sca = scaId === undefined ? undefined : scas.get(scaId);
      const initiation = {
        tpp: { tppId, identifier, name, brand },
        psu: { personId, agreementId, context },
        sca: sca && { scaId: sca.scaId, method: scaMethodName(sca), at: sca.touchedAt },
        ...(isJointlySigned(payment) && {
          signers: (bySigned.get(signedId(payment)) ?? []).map((signature) => ({
            personId: signature.personId,
            scaId: signature.scaId,
            method: scaMethodName(scas.get(signature.scaId)),
            at: signature.signedAt,
          })),
        }),
        device: psuDevice,
      };
      // An execution of a periodic payment has the estimate of its order.
      const quote =
        quotes.get(`${scaId} ${payment.paymentId}`) ?? quotes.get(`${scaId} ${payment.parentId}`);
      return [payment, { initiation, ...toShownExchange(quote, payment) }];
    }),
  );
}

/** Returns what was shown, unless the amount was changed later in the bank's own channel. */
const toShownExchange = (
  quote: ShownQuote | undefined,
  { amountMinor }: Pick<Payment, "amountMinor">,
): Pick<InstructionOrigin, "shownExchange"> => {
  if (quote === undefined || BigInt(quote.amountMinor) !== amountMinor) return {};
  const { ratePpm, debitedMinor, at } = quote;
  return {
    shownExchange: { ratePpm: BigInt(ratePpm), debitedMinor: BigInt(debitedMinor), at },
  };
};

/** MAN-19: whether the bank's mandates decided who signs, so that each signature is stored. */
const isJointlySigned = ({ signaturesMissing }: Pick<Payment, "signaturesMissing">): boolean =>
  signaturesMissing !== undefined;

/** The signatures of a bulk or a periodic order are on the order. */
const signedId = ({ paymentId, parentId }: Pick<Payment, "paymentId" | "parentId">) =>
  parentId ?? paymentId;

const scaMethodName = (sca: RecordOf<typeof scaProofs> | undefined): string | undefined => {
  const { evidence: { approve, identify } = {}, channel } = sca ?? {};
  return (approve ?? identify)?.method ?? (channel === "app" ? "app" : undefined);
};
