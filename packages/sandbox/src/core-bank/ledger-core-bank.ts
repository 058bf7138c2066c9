import {
  bankDayAfter,
  type CoreAccount,
  type CoreAccountReference,
  type InstructionOutcome,
  type Instruction as Order,
  type Outcome,
  osloDay,
  osloInstant,
  type Quote,
  type QuoteOrder,
  type QuoteRefusal,
  type WorldId,
} from "@varde/bank";
import {
  type AccountTerms,
  type FeeTable,
  type Ledger,
  type LedgerInstruction,
  type LedgerOutcome,
  pricePayment,
  type StoredOutcome,
} from "@varde/ledger";
import { type Currency, isSepaCountry } from "@varde/protocol";
import { convertMinor, type RateTable } from "@varde/protocol/money";
import { type Awaitable, allOf, andThen } from "@varde/storage";
import { coreReads } from "./core-reads.ts";
import { refusalText } from "./refusal-text.ts";
import type { SimulatedCoreBank } from "./scenario-core-bank.ts";

/** Implements the bank's core-bank port with the ledger. */
export const ledgerCoreBank = (parts: {
  readonly ledger: Ledger;
  readonly fees: FeeTable;
  readonly rates: RateTable;
  readonly crossBorderDays?: Partial<CrossBorderDays>;
}): SimulatedCoreBank => {
  const { ledger, fees, rates } = parts;
  const days = { ...crossBorderDaysDefault, ...parts.crossBorderDays };
  const toInstruction = (order: Order, at: number) => ({
    ...toLedgerInstruction(order),
    ...(order.route === "cross-border" && { notSettledBefore: settlementFrom(order, days, at) }),
  });
  const submit = async (instructions: readonly LedgerInstruction[], at: number) =>
    (await ledger.submitInstructions(instructions, BigInt(at))).map(toOutcome);
  return {
    findAccount: (worldId, reference) =>
      andThen(find(ledger, worldId, reference), (account) =>
        account === undefined || account.closedAt !== null ? undefined : coreAccount(account),
      ),
    listAccounts: (worldId, accountIds) =>
      andThen(allOf(accountIds.map((id) => ledger.findAccountById(worldId, id))), (found) =>
        found
          .filter((account) => account !== undefined && account.closedAt === null)
          .map((account) => coreAccount(account as AccountTerms)),
      ),
    ...coreReads(ledger),
    quote: (order) => quotePayment(order, fees, rates),
    convertToNokMinor: (amountMinor, currency) =>
      convertMinor(rates, amountMinor, currency, "NOK", "half-up") ?? 0n,
    submitAll: (orders, at) =>
      submit(
        orders.map((order) => toInstruction(order, at)),
        at,
      ),
    submitWithBehaviour: (orders, at) => {
      const instructions = orders.map(({ order, behaviour }) => ({
        ...toInstruction(order, at),
        ...(behaviour === undefined ? {} : { counterparty: behaviour }),
      }));
      return submit(instructions, at);
    },
    runClearing: async (worldId, at) => {
      await ledger.runClearing(worldId, BigInt(at));
    },
    listOutcomes: async (worldId, limit) => {
      const stored = await ledger.listOutcomes({ worldId, limit });
      return stored.map((one) => ({
        instructionId: one.instructionId,
        outcome: toOutcome(one),
        receipt: one.status,
      }));
    },
    acknowledgeOutcomes: (worldId, outcomes) =>
      ledger.acknowledgeOutcomes(outcomes.map((one) => keptOutcome(worldId, one))),
    hasFunds: ledger.hasFunds,
  };
};

const quotePayment = (
  { route, creditorCountry, creditorCurrency, ...order }: QuoteOrder,
  fees: FeeTable,
  rates: RateTable,
): Quote | QuoteRefusal | undefined => {
  const price = pricePayment(fees, rates, {
    ...order,
    ...(creditorCountry !== undefined && { creditorCountry }),
    ...(creditorCurrency !== undefined && { creditorCurrency }),
    kind: route,
  });
  if (price === "currency-unknown") return undefined;
  if (typeof price === "string") return { refused: price };
  const { ratePpm, debitedMinor, totalFeeMinor: feeMinor } = price;
  return {
    feeMinor,
    feeCurrency: order.debtorCurrency,
    // A rate below half a millionth cannot be shown.
    ...(ratePpm !== undefined && ratePpm > 0n && { exchange: { ratePpm, debitedMinor } }),
  };
};

/** Bank days until the payee's bank has the money, counted from the day it is sent. */
export interface CrossBorderDays {
  /** Euros to a country of the single euro payments area. */
  readonly sepa: number;
  readonly other: number;
  readonly urgent: number;
}

export const crossBorderDaysDefault: CrossBorderDays = { sepa: 1, other: 2, urgent: 0 };

/** Returns the start of the bank day on which a payment abroad settles; its first run takes it. */
const settlementFrom = (order: Order, days: CrossBorderDays, at: number): bigint => {
  let day = osloDay(at);
  for (let left = countDays(order, days); left > 0; left -= 1) day = bankDayAfter(day);
  return day === osloDay(at) ? BigInt(at) : BigInt(osloInstant(day, "00:00"));
};

const countDays = ({ currency, creditor, isUrgent }: Order, days: CrossBorderDays): number => {
  if (isUrgent) return days.urgent;
  return currency === "EUR" && isSepaCountry(creditor.country ?? "") ? days.sepa : days.other;
};

const find = (
  ledger: Ledger,
  worldId: WorldId,
  reference: CoreAccountReference,
): Awaitable<AccountTerms | undefined> => {
  if ("iban" in reference) return ledger.findAccountByIban(worldId, reference.iban);
  const isCard = "cardReference" in reference;
  const number = isCard ? reference.cardReference : reference.bban;
  return andThen(ledger.findAccountByBban(worldId, number), (account) =>
    (account?.kind === "card") === isCard ? account : undefined,
  );
};

/** Statuses that the account interface knows; a data script may give a card any other. */
const cardStatuses = ["enabled", "deleted", "blocked"] as const;

const coreAccount = (account: AccountTerms): CoreAccount => ({
  accountId: account.id,
  bban: account.bban ?? undefined,
  iban: account.iban ?? undefined,
  currency: account.currency as Currency,
  name: account.name,
  isCard: account.kind === "card",
  mayPay: account.isPayable,
  bic: account.bic ?? undefined,
  product: account.product || undefined,
  cashAccountType: account.cashAccountType || undefined,
  creditLineMinor: account.creditLineMinor,
  card:
    account.kind === "card"
      ? {
          maskedPan: account.attributes.maskedPan ?? "",
          cardReference: account.bban ?? undefined,
          status: cardStatuses.find((status) => status === account.attributes.status),
        }
      : undefined,
});

const toLedgerInstruction = (order: Order) => ({
  worldId: order.worldId,
  id: order.instructionId,
  attempt: order.attempt,
  kind: order.route,
  debtor: { accountId: order.debtorAccountId },
  ...(order.debtorName === undefined ? {} : { debtorName: order.debtorName }),
  creditor: creditorParty(order.creditor),
  amountMinor: order.amountMinor,
  currency: order.currency,
  executionDate: order.executionDate,
  isUrgent: order.isUrgent,
  agreedFeeMinor: order.agreedFeeMinor,
  texts: {
    remittanceUnstructured: order.remittance,
    remittanceStructured: order.references,
    references: [order.instructionId],
    ...(order.ultimateDebtor === undefined ? {} : { ultimateDebtor: order.ultimateDebtor }),
    ...(order.endToEndId === undefined ? {} : { endToEndId: order.endToEndId }),
    ...(order.purposeCode === undefined ? {} : { purposeCode: order.purposeCode }),
  },
});

/** The ledger shows no addresses. */
const creditorParty = ({ address, accountCurrency, ...party }: Order["creditor"]) => party;

const toOutcome = (outcome: LedgerOutcome): Outcome => {
  switch (outcome.status) {
    case "held":
      return { kind: "pending" };
    case "booked":
      return { kind: "settled" };
    case "sent":
      return { kind: "sent" };
    case "no-funds":
      return { kind: "no-funds" };
    case "returned":
      return { kind: "returned", reason: "The payee's bank has sent the money back." };
    case "refused":
    case "rejected":
      return { kind: "refused", reason: refusalText(outcome.reason) };
  }
};

const keptOutcome = (
  worldId: WorldId,
  { instructionId, receipt }: InstructionOutcome,
): Pick<StoredOutcome, "worldId" | "instructionId" | "status"> => ({
  worldId,
  instructionId,
  status: receipt as StoredOutcome["status"],
});
