import {
  type BasketId,
  listEvents,
  listWorldBaskets,
  listWorldPayments,
  type PaymentId,
  readBasket,
  readTppNames,
  selectPayments,
  type WorldId,
  type WorldPayment,
} from "@varde/bank";
import {
  type ControlResponse,
  type Currency,
  formatAmount,
  isInvalid,
  parseLooseAmount,
} from "@varde/protocol";
import { addMinor, knownMinor } from "@varde/protocol/money";
import type { Statement } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";
import { tellBasketStory, tellPaymentStory } from "./tell-story.ts";

type PaymentSummary = ControlResponse<"listPayments">["payments"][number];
type BasketSummary = ControlResponse<"listBaskets">["baskets"][number];

interface CurrencyAmount {
  readonly amount: string | number;
  readonly currency: Currency;
}

export interface Page {
  readonly limit: number;
  readonly before?: string | undefined;
}

const partsMax = 1_000;

/** Shows the payments and baskets of a world to its developer, unlike to a TPP: all of them. */
export const paymentViews = (sandbox: ControlledSandbox, worldId: WorldId) => {
  const { storage } = sandbox;
  const list: ListPayments = async (selected) =>
    summarizePayments(sandbox, worldId, await listWorldPayments(storage, worldId, selected));
  return {
    list: (status: string | undefined, page: Page) =>
      list(
        status === undefined
          ? selectPayments.all(worldId, page)
          : selectPayments.withStatus(worldId, status, page),
      ),
    read: async (paymentId: PaymentId): Promise<ControlResponse<"readPayment">> => {
      const selected = selectPayments.withIds(worldId, [paymentId]);
      const [payment] = await listWorldPayments(storage, worldId, selected);
      const [summary] = await list(selected);
      if (payment === undefined || summary === undefined) {
        throw new ControlRefused(`there is no payment ${paymentId} in this world`);
      }
      return {
        ...summary,
        body: payment.body,
        fee: formatAmount(payment.feeMinor, payment.feeCurrency),
        feeCurrency: payment.feeCurrency,
        ...(payment.failure === undefined ? {} : { failure: payment.failure }),
        history: await readHistory(sandbox, worldId, paymentId),
        ...(await tellPaymentStory(sandbox, worldId, payment)),
        parts: (
          await list(selectPayments.partsOf(worldId, paymentId, { limit: partsMax }))
        ).toReversed(),
      };
    },
    ...basketViews(sandbox, worldId, list),
  };
};

type ListPayments = (selected: Statement) => Promise<readonly PaymentSummary[]>;

const basketViews = (sandbox: ControlledSandbox, worldId: WorldId, list: ListPayments) => {
  const { storage } = sandbox;
  return {
    listBaskets: async ({ limit, before }: Page): Promise<readonly BasketSummary[]> => {
      const baskets = await listWorldBaskets(storage, worldId, before, limit);
      const names = await readTppNames(storage, worldId);
      return baskets.map((basket) => summarizeBasket(basket, names));
    },
    readBasket: async (basketId: BasketId): Promise<ControlResponse<"readBasket">> => {
      const basket = await storage.read(() => readBasket(basketId));
      if (basket?.worldId !== worldId) {
        throw new ControlRefused(`there is no basket ${basketId} in this world`);
      }
      const selected = selectPayments.withIds(worldId, basket.paymentIds);
      const payments = await listWorldPayments(storage, worldId, selected);
      return {
        ...summarizeBasket(basket, await readTppNames(storage, worldId)),
        members: await list(selected),
        history: await readHistory(sandbox, worldId, basketId),
        ...(await tellBasketStory(sandbox, worldId, basketId, payments)),
      };
    },
  };
};

/** Summarizes payments of one world, with the numbers of the accounts that pay. */
export const summarizePayments = async (
  { ledger, dataWorld }: Pick<ControlledSandbox, "ledger" | "dataWorld">,
  worldId: WorldId,
  payments: readonly WorldPayment[],
): Promise<readonly PaymentSummary[]> => {
  const debtors = new Map<string, string>();
  const from = await dataWorld(worldId);
  for (const id of new Set(payments.map(({ debtorAccountId }) => debtorAccountId))) {
    const account = await ledger.readAccount(from, id);
    debtors.set(id, account?.bban ?? account?.iban ?? id);
  }
  return payments.map((payment) => summarize(payment, debtors));
};

const summarize = (
  payment: WorldPayment,
  debtors: ReadonlyMap<string, string>,
): PaymentSummary => ({
  paymentId: payment.paymentId,
  tpp: payment.tppName,
  service: payment.service,
  product: payment.product,
  status: payment.status,
  amount: formatAmount(payment.amountMinor, payment.currency),
  currency: payment.currency,
  ...(payment.service === "bulk-payments" && payment.parentId === undefined && sumBulk(payment)),
  debtor: debtors.get(payment.debtorAccountId) ?? payment.debtorAccountId,
  ...readCreditor(payment.body),
  executionDate: payment.executionDate,
  createdAt: new Date(payment.createdAt).toISOString(),
  ...(payment.basketId === undefined ? {} : { basketId: payment.basketId }),
  ...(payment.parentId === undefined ? {} : { parentId: payment.parentId }),
});

/** Sums the payments of a bulk, which has no amount of its own. */
const sumBulk = ({ body }: WorldPayment) => {
  const { payments } = JSON.parse(body) as {
    readonly payments: readonly { readonly instructedAmount: CurrencyAmount }[];
  };
  const [currency, another] = new Set(payments.map((one) => one.instructedAmount.currency));
  if (currency === undefined || another !== undefined) {
    return { amount: "", payments: payments.length };
  }
  const minor = payments.map(({ instructedAmount }) =>
    parseLooseAmount(String(instructedAmount.amount), currency),
  );
  const sum = addMinor(...minor.map((one) => (isInvalid(one) ? 0n : one)));
  return { amount: formatAmount(knownMinor(sum), currency), currency, payments: payments.length };
};

const readCreditor = (body: string): { readonly creditor?: string } => {
  const { creditorName, creditorAccount } = JSON.parse(body) as {
    creditorName?: string;
    creditorAccount?: Readonly<Record<string, string>>;
  };
  const creditor = creditorName ?? creditorAccount?.bban ?? creditorAccount?.iban;
  return creditor === undefined ? {} : { creditor };
};

export const summarizeBasket = (
  basket: Awaited<ReturnType<typeof listWorldBaskets>>[number],
  names: ReadonlyMap<string, string>,
): BasketSummary => ({
  basketId: basket.basketId,
  tpp: names.get(basket.tppId) ?? basket.tppId,
  state: basket.state,
  payments: basket.paymentIds.length,
  createdAt: new Date(basket.createdAt).toISOString(),
});

const readHistory = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  subjectId: string,
): Promise<ControlResponse<"readPayment">["history"]> => {
  const { storage } = sandbox;
  const events = await storage.read(() => listEvents(subjectId));
  const names = new Map([
    ...(await readTppNames(storage, worldId)),
    ...(await readPersonNames(storage, await sandbox.dataWorld(worldId))),
  ]);
  return events.map(({ name, actor, detail, at }) => ({
    at: new Date(at).toISOString(),
    name,
    actor: names.get(actor) ?? actor,
    ...(detail === undefined ? {} : { detail }),
  }));
};
