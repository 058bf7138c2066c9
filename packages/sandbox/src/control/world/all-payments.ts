import {
  listPayments,
  listWorldBaskets,
  type PaymentId,
  readBasket,
  readPayment,
  readTppNames,
  selectPayments,
  type WorldId,
  type WorldPayment,
} from "@varde/bank";
import { type ControlResponse, formatAmount } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { type Page, summarizeBasket, summarizePayments } from "./payment-views.ts";

type ListedPayments = ControlResponse<"listAllPayments">;

/** Which payments are listed; what is omitted excludes none. */
export interface PaymentSearch extends Page {
  readonly status?: string | undefined;
  readonly world?: WorldId | undefined;
  readonly text?: string | undefined;
}

/** Payments looked at by one request, and read at a time, so that a search stops nobody else. */
const scannedMax = 5_000;
const readAtOnce = 500;

const textLengthMax = 200;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lists the payments of all worlds, newest first, or those that a search finds. */
export const listAllPayments = async (
  sandbox: ControlledSandbox,
  search: PaymentSearch,
): Promise<ListedPayments> => {
  const { text = "", limit } = search;
  if (text.length > textLengthMax) {
    throw new ControlRefused(`text may have at most ${textLengthMax} characters`);
  }
  const isFound = createMatcher(search);
  const names = createNameReader(sandbox);
  const found: WorldPayment[] = [];
  let { before } = search;
  for (let scanned = 0; scanned < scannedMax; scanned += readAtOnce) {
    const payments = await readPage(sandbox, { ...search, before, limit: readAtOnce });
    for (const payment of payments) {
      before = payment.paymentId;
      const named = { ...payment, tppName: await names(payment) };
      if (isFound(named)) found.push(named);
      if (found.length === limit) return { ...(await summarize(sandbox, found)), next: before };
    }
    if (payments.length < readAtOnce) return summarize(sandbox, found);
  }
  return { ...(await summarize(sandbox, found)), ...(before !== undefined && { next: before }) };
};

const readPage = async (
  { storage }: ControlledSandbox,
  { text = "", world, limit, before }: PaymentSearch,
) => {
  if (idPattern.test(text.trim())) {
    const payment = await storage.read(() => readPayment(text.trim() as PaymentId));
    return payment === undefined ? [] : [payment];
  }
  const page = { limit, before };
  return listPayments(
    storage,
    world === undefined ? selectPayments.ofAllWorlds(page) : selectPayments.all(world, page),
  );
};

const createMatcher = ({ text = "", status, world }: PaymentSearch) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (payment: WorldPayment): boolean => {
    if (status !== undefined && payment.status !== status) return false;
    if (world !== undefined && payment.worldId !== world) return false;
    if (words.length === 0) return true;
    const amount = formatAmount(payment.amountMinor, payment.currency);
    const { paymentId, tppName, body } = payment;
    const all = `${paymentId} ${tppName} ${payment.status} ${amount} ${body}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
};

/** Returns a function that reads the names of a world's TPPs once. */
const createNameReader = ({ storage }: ControlledSandbox) => {
  const byWorld = new Map<WorldId, ReadonlyMap<string, string>>();
  return async ({ worldId, tppId }: Pick<WorldPayment, "worldId" | "tppId">): Promise<string> => {
    const names = byWorld.get(worldId) ?? (await readTppNames(storage, worldId));
    byWorld.set(worldId, names);
    return names.get(tppId) ?? tppId;
  };
};

const summarize = async (
  sandbox: ControlledSandbox,
  payments: readonly WorldPayment[],
): Promise<ListedPayments> => {
  const groups = Map.groupBy(payments, ({ worldId }) => worldId);
  const listed: ListedPayments["payments"][number][] = [];
  for (const [worldId, ofWorld] of groups) {
    const summaries = await summarizePayments(sandbox, worldId, ofWorld);
    listed.push(...summaries.map((summary) => ({ ...summary, worldId })));
  }
  return { payments: listed.toSorted((a, b) => (a.paymentId < b.paymentId ? 1 : -1)) };
};

/** Lists the baskets of all worlds, newest first. */
export const listAllBaskets = async (
  sandbox: ControlledSandbox,
  { limit, before }: Page,
): Promise<ControlResponse<"listAllBaskets">> => {
  const names = createNameReader(sandbox);
  const baskets = [];
  for (const basket of await listWorldBaskets(sandbox.storage, undefined, before, limit)) {
    const known = new Map([[basket.tppId, await names(basket)]]);
    baskets.push({ ...summarizeBasket(basket, known), worldId: basket.worldId });
  }
  return { baskets };
};

/** Finds the world of a payment or basket. */
export const findResource = async (
  { storage }: ControlledSandbox,
  resourceId: string,
): Promise<ControlResponse<"findResource">> => {
  const payment = await storage.read(() => readPayment(resourceId));
  if (payment !== undefined) return { kind: "payment", worldId: payment.worldId };
  const basket = await storage.read(() => readBasket(resourceId));
  if (basket !== undefined) return { kind: "basket", worldId: basket.worldId };
  throw new ControlRefused(`there is no payment or basket ${resourceId} in this sandbox`);
};
