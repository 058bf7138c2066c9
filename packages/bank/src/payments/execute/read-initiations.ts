import { inList, rowsOfEach, sql, type Unit } from "@varde/storage";
import type { Initiation } from "../../ports/core-bank.ts";
import type { ScaId, TppId } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import type { EvidenceByStep } from "../../records/sca.ts";

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

interface TppRow {
  readonly tpp_id: TppId;
  readonly identifier: string;
  readonly name: string;
}

interface ScaRow {
  readonly sca_id: ScaId;
  readonly channel: string;
  readonly evidence: string | null;
  readonly touched_at: bigint;
}

/** Reads how each payment came about: its TPP, its signer, the SCA and the PSU's device. */
export function* readInitiations<P extends InitiatedPayment>(
  payments: readonly P[],
): Unit<ReadonlyMap<P, Initiation>> {
  const tppIds = [...new Set(payments.map(({ tppId }) => tppId))];
  const scaIds = [...new Set(payments.flatMap(({ scaId }) => scaId ?? []))];
  const [tppRows = [], scaRows = []] = yield* rowsOfEach(
    sql`select tpp_id, identifier, name from tpp where tpp_id ${inList(tppIds)}`,
    sql`select sca_id, channel, evidence, touched_at from sca where sca_id ${inList(scaIds)}`,
  );
  const tpps = new Map((tppRows as unknown as readonly TppRow[]).map((row) => [row.tpp_id, row]));
  const scas = new Map((scaRows as unknown as readonly ScaRow[]).map((row) => [row.sca_id, row]));
  return new Map(
    payments.map((payment) => {
      const { tppId, brand, personId, agreementId, context, scaId, psuDevice } = payment;
      const { identifier, name } = tpps.get(tppId) ?? {};
      const sca = scaId && scas.get(scaId);
      return [
        payment,
        {
          tpp: { tppId, identifier, name, brand },
          psu: { personId, agreementId, context },
          sca: sca && { scaId, method: scaMethodName(sca), at: Number(sca.touched_at) },
          device: psuDevice,
        } as Initiation,
      ];
    }),
  );
}

const scaMethodName = ({ evidence, channel }: ScaRow): string | undefined => {
  const { approve, identify } = JSON.parse(evidence ?? "{}") as EvidenceByStep;
  return (approve ?? identify)?.method ?? (channel === "app" ? "app" : undefined);
};
