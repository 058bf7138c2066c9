import { type Currency, formatAmount } from "@varde/protocol";
import { all, inList, type Storage, sql } from "@varde/storage";
import type { BatchView, Money, PaymentView } from "../pages/parts/payment-view.ts";
import type { TppId } from "../ports/ids.ts";
import type { WaitingSubject } from "../sca/sca-subject.ts";

/** Presents what waits for a person of a company to the bank's own channels. */
export const presentSignings = async (
  waiting: readonly WaitingSubject[],
  storage: Pick<Storage, "read">,
): Promise<readonly object[]> => {
  const rows = await storage.read(() =>
    all<{ tpp_id: TppId; name: string }>(
      sql`select tpp_id, name from tpp where tpp_id ${inList(waiting.map(({ tppId }) => tppId))}`,
    ),
  );
  const names = new Map(rows.map(({ tpp_id, name }) => [tpp_id, name]));
  return waiting.map((one) => ({
    id: one.id,
    kind: one.kind,
    tppName: names.get(one.tppId) ?? one.tppId,
    brand: one.brand,
    agreementId: one.agreementId,
    ...presentDetails(one.content.details),
    createdBy: one.createdBy,
    createdAt: formatTime(one.createdAt),
    expiresAt: formatTime(one.expiresAt),
    signers: one.signers.map(({ personId, at }) => ({ personId, at: formatTime(at) })),
  }));
};

const presentDetails = (details: PaymentView | BatchView) =>
  "rows" in details
    ? {
        totals: details.totals.map(presentMoney),
        count: details.rows.length,
        payees: details.rows.map(({ payee: { name, account } }) => ({ name, account })),
      }
    : {
        totals: [presentMoney(details.amount)],
        count: 1,
        payees: [{ name: details.payee.name, account: details.payee.account }],
        executionDate: details.executionDate,
      };

const presentMoney = ({ amountMinor, currency }: Money) => ({
  amount: formatAmount(amountMinor, currency as Currency),
  currency,
});

const formatTime = (at: number): string => new Date(at).toISOString();
