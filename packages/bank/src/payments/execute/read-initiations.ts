import { inList, type RecordOf, rowsOfEach, sql, table, text, type Unit } from "@varde/storage";
import type { Initiation } from "../../ports/core-bank.ts";
import type { TppId } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import { scaTable } from "../../records/sca.ts";

/** The fields of a payment that say how it came about. */
export const initiationFields = [
  "tppId",
  "brand",
  "personId",
  "agreementId",
  "context",
  "scaId",
  "psuDevice",
] as const satisfies readonly (keyof Payment)[];

type InitiatedPayment = Pick<Payment, (typeof initiationFields)[number]>;

const tppNames = table("tpp", { tppId: text<TppId>(), identifier: text(), name: text() });
const scaProofs = scaTable.pick("scaId", "channel", "evidence", "touchedAt");

/** Reads how each payment came about: its TPP, its signer, the SCA and the PSU's device. */
export function* readInitiations<P extends InitiatedPayment>(
  payments: readonly P[],
): Unit<ReadonlyMap<P, Initiation>> {
  const tppIds = [...new Set(payments.map(({ tppId }) => tppId))];
  const scaIds = [...new Set(payments.flatMap(({ scaId }) => scaId ?? []))];
  const [tppRows = [], scaRows = []] = yield* rowsOfEach(
    sql`select ${tppNames.columns} from tpp where tpp_id ${inList(tppIds)}`,
    sql`select ${scaProofs.columns} from sca where sca_id ${inList(scaIds)}`,
  );
  const tpps = new Map(tppRows.map(tppNames.read).map((tpp) => [tpp.tppId, tpp]));
  const scas = new Map(scaRows.map(scaProofs.read).map((sca) => [sca.scaId, sca]));
  return new Map(
    payments.map((payment) => {
      const { tppId, brand, personId, agreementId, context, scaId, psuDevice } = payment;
      const { identifier, name } = tpps.get(tppId) ?? {};
      const sca = scaId === undefined ? undefined : scas.get(scaId);
      return [
        payment,
        {
          tpp: { tppId, identifier, name, brand },
          psu: { personId, agreementId, context },
          sca: sca && { scaId: sca.scaId, method: scaMethodName(sca), at: sca.touchedAt },
          device: psuDevice,
        },
      ];
    }),
  );
}

const scaMethodName = ({
  evidence: { approve, identify } = {},
  channel,
}: RecordOf<typeof scaProofs>): string | undefined => {
  return (approve ?? identify)?.method ?? (channel === "app" ? "app" : undefined);
};
