import {
  type BasketId,
  isScaOver,
  isScaTimedOut,
  listEvents,
  listScas,
  listWorldBaskets,
  listWorldPayments,
  type PaymentId,
  readBasket,
  readTppNames,
  type Sca,
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
  type TppMessageCode,
} from "@varde/protocol";
import type { Statement } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { errorTexts } from "../../reference/texts/error-texts.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";

type PaymentSummary = ControlResponse<"listPayments">["payments"][number];
type BasketSummary = ControlResponse<"listBaskets">["baskets"][number];
type PaymentAction = ControlResponse<"readPayment">["actions"][number];

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
      const own = await readScas(sandbox, worldId, paymentId, ["payment", "cancellation"]);
      const shared =
        payment.basketId === undefined
          ? []
          : await readScas(sandbox, worldId, payment.basketId, ["basket"]);
      const scas = [...own, ...shared];
      return {
        ...summary,
        body: payment.body,
        fee: formatAmount(payment.feeMinor, payment.feeCurrency),
        feeCurrency: payment.feeCurrency,
        ...(payment.failure === undefined ? {} : { failure: payment.failure }),
        history: await readHistory(sandbox, worldId, paymentId),
        scas,
        parts: (
          await list(selectPayments.partsOf(worldId, paymentId, { limit: partsMax }))
        ).toReversed(),
        actions: allowedActions(payment, scas),
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
      const scas = await readScas(sandbox, worldId, basketId, ["basket"]);
      return {
        ...summarizeBasket(basket, await readTppNames(storage, worldId)),
        members: await list(selectPayments.withIds(worldId, basket.paymentIds)),
        history: await readHistory(sandbox, worldId, basketId),
        scas,
        actions: scas.some(({ isOpen }) => isOpen) ? ["approve", "refuse"] : [],
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
  const sum = minor.reduce<bigint>((total, one) => total + (isInvalid(one) ? 0n : one), 0n);
  return { amount: formatAmount(sum, currency), currency, payments: payments.length };
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

const allowedActions = (
  { status, parentId, service }: WorldPayment,
  scas: ControlResponse<"readPayment">["scas"],
): readonly PaymentAction[] => {
  const isPartOfBulk = parentId !== undefined && service === "bulk-payments";
  const canCancel = ["RCVD", "ACTC", "ACWC", "ACCP"].includes(status) && !isPartOfBulk;
  return [
    ...(scas.some(({ isOpen }) => isOpen) ? (["approve", "refuse"] as const) : []),
    ...(["ACTC", "ACWC", "ACCP", "PDNG", "ACSP"].includes(status) ? (["runBatch"] as const) : []),
    ...(canCancel ? (["cancel"] as const) : []),
    ...(status === "PDNG" ? (["release"] as const) : []),
  ];
};

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

const readScas = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  subjectId: string,
  kinds: readonly Sca["subjectKind"][],
): Promise<ControlResponse<"readPayment">["scas"]> => {
  const { storage, bank } = sandbox;
  const now = await bank.clock.now(worldId);
  const names = await readPersonNames(storage, await sandbox.dataWorld(worldId));
  const found: Sca[] = [];
  for (const kind of kinds) found.push(...(await storage.read(() => listScas(kind, subjectId))));
  return found.map((sca) => {
    const personId = sca.personId ?? sca.expectedPersonId;
    const psu = personId === undefined ? undefined : names.get(personId);
    const failure = describeFailure(sca, now);
    return {
      authorisationId: sca.scaId,
      subject: sca.subjectKind,
      status: sca.status,
      isOpen: !isScaOver(sca) && !isScaTimedOut(sca, now),
      startedAt: new Date(sca.createdAt).toISOString(),
      ...(psu === undefined ? {} : { psu }),
      ...(failure === undefined ? {} : { failure }),
    };
  });
};

const scaFailures: Partial<Record<TppMessageCode, string>> = {
  SCA_INVALID: "The PSU did not approve, or what was to be approved no longer exists.",
  SCA_EXPIRED: "The PSU did not finish in time.",
  PSU_CREDENTIALS_INVALID: "The PSU could not be identified, or has no right to approve.",
  SYSTEM_ERROR: "The bank or the eID had an internal error. Nothing was approved.",
};

/** Returns why an SCA failed. One that is too old has failed before anybody has noticed. */
const describeFailure = (sca: Sca, now: number): string | undefined => {
  if (sca.status === "finalised") return undefined;
  if (sca.status !== "failed") return isScaTimedOut(sca, now) ? scaFailures.SCA_EXPIRED : undefined;
  const code = sca.endedCode ?? "SYSTEM_ERROR";
  return scaFailures[code] ?? errorTexts[code].cause;
};
