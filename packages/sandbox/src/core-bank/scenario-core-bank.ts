import type { CoreBank, Instruction, Outcome, WorldId } from "@varde/bank";
import type { Counterparty } from "@varde/ledger";
import { type Currency, formatAmount, type Scenario } from "@varde/protocol";
import type { Scenarios } from "../scenarios/scenarios.ts";
import { refusalText } from "./refusal-text.ts";

type Effect = Scenario["effect"];
type Behaviour = Pick<Counterparty, "behaviour" | "delayMs" | "reason">;

/** A core bank that can simulate the behaviour of the other bank for an instruction. */
export interface SimulatedCoreBank extends CoreBank {
  submitWithBehaviour(
    orders: readonly { readonly order: Instruction; readonly behaviour: Behaviour | undefined }[],
    at: number,
  ): Promise<readonly Outcome[]>;
}

/** Applies payment scenarios to the core bank. */
export const scenarioCoreBank = (coreBank: SimulatedCoreBank, scenarios: Scenarios): CoreBank => ({
  ...coreBank,
  submitAll: async (orders, at) => {
    const worldId = orders[0]?.worldId;
    if (worldId === undefined || !(await scenarios.mayAct(worldId, "payment"))) {
      return coreBank.submitAll(orders, at);
    }
    const effects = new Map<Instruction, Effect | undefined>();
    const numbers = await debtorNumbers(worldId, orders, coreBank, scenarios);
    for (const order of orders) effects.set(order, await paymentEffect(order, numbers, scenarios));
    const made = orders.filter(
      (order) => immediateOutcome(order, effects.get(order)) === undefined,
    );
    const outcomes = await coreBank.submitWithBehaviour(
      made.map((order) => ({ order, behaviour: simulatedBehaviour(effects.get(order)) })),
      at,
    );
    const byOrder = new Map(made.map((order, index) => [order, outcomes[index] as Outcome]));
    return orders.map(
      (order) => immediateOutcome(order, effects.get(order)) ?? (byOrder.get(order) as Outcome),
    );
  },
});

/** Reads the numbers of the debtor accounts, which an instruction does not contain. */
const debtorNumbers = async (
  worldId: WorldId,
  orders: readonly Instruction[],
  coreBank: CoreBank,
  scenarios: Scenarios,
): Promise<ReadonlyMap<string, readonly (string | undefined)[]>> => {
  if (!(await scenarios.namesAccounts(worldId))) return new Map();
  const ids = new Set(orders.map(({ debtorAccountId }) => debtorAccountId));
  const accounts = await coreBank.listAccounts(worldId, [...ids]);
  return new Map(accounts.map(({ accountId, bban, iban }) => [accountId, [bban, iban]]));
};

const paymentEffect = async (
  order: Instruction,
  debtors: ReadonlyMap<string, readonly (string | undefined)[]>,
  scenarios: Scenarios,
): Promise<Effect | undefined> => {
  const acting = await scenarios.actingOn(order.worldId, "payment", {
    tpp: [],
    amounts: [Number(formatAmount(order.amountMinor, order.currency as Currency))],
    accounts: [
      order.debtorAccountId,
      ...(debtors.get(order.debtorAccountId) ?? []),
      order.creditor.bban,
      order.creditor.iban,
    ].filter((account) => account !== undefined),
  });
  return acting?.effect;
};

/** Returns an outcome that moves no money, and which therefore bypasses the ledger. */
const immediateOutcome = (
  { route }: Instruction,
  effect: Effect | undefined,
): Outcome | undefined => {
  const reason = effect?.reason ?? "NARR";
  switch (effect?.payment) {
    case "no-funds":
      return { kind: "no-funds" };
    case "refused":
      return { kind: "refused", reason: refusalText(reason) };
    case "rejected":
      return route === "own-bank" ? { kind: "refused", reason: refusalText(reason) } : undefined;
    default:
      return undefined;
  }
};

const hourMs = 3_600_000n;
const delayHoursDefault = 24;

const simulatedBehaviour = (effect: Effect | undefined): Behaviour | undefined => {
  const delayMs = BigInt(effect?.delayHours ?? delayHoursDefault) * hourMs;
  switch (effect?.payment) {
    case "hold":
      return { behaviour: "hold" };
    case "rejected":
      return { behaviour: "reject", reason: effect.reason ?? "AC04" };
    case "delayed":
      return { behaviour: "delay", delayMs };
    case "returned":
      return { behaviour: "return", delayMs, reason: effect.reason ?? "AC03" };
    default:
      return undefined;
  }
};
