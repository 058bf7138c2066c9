import type {
  CoreAccount,
  CoreAccountReference,
  InstructionOutcome,
  Instruction as Order,
  Outcome,
  WorldId,
} from "@varde/bank";
import {
  type AccountTerms,
  convertMinor,
  type FeeTable,
  type Ledger,
  type LedgerOutcome,
  pricePayment,
  type RateTable,
  type StoredOutcome,
} from "@varde/ledger";
import type { Currency } from "@varde/protocol";
import { type Awaitable, allOf, andThen } from "@varde/storage";
import { coreReads } from "./core-reads.ts";
import { refusalText } from "./refusal-text.ts";
import type { SimulatedCoreBank } from "./scenario-core-bank.ts";

/** Implements the bank's core-bank port with the ledger. */
export const ledgerCoreBank = (parts: {
  readonly ledger: Ledger;
  readonly fees: FeeTable;
  readonly rates: RateTable;
}): SimulatedCoreBank => {
  const { ledger, fees, rates } = parts;
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
    quote: ({ route, creditorCountry, ...order }) => {
      const quote = pricePayment(fees, rates, {
        ...order,
        kind: route,
        ...(creditorCountry === undefined ? {} : { creditorCountry }),
      });
      return quote && { feeMinor: quote.totalFeeMinor, feeCurrency: quote.currency as Currency };
    },
    convertToNokMinor: (amountMinor, currency) =>
      convertMinor(rates, amountMinor, currency, "NOK") ?? 0n,
    submitAll: async (orders, at) => {
      const outcomes = await ledger.submitInstructions(orders.map(toLedgerInstruction), BigInt(at));
      return outcomes.map(toOutcome);
    },
    submitWithBehaviour: async (orders, at) => {
      const instructions = orders.map(({ order, behaviour }) => ({
        ...toLedgerInstruction(order),
        ...(behaviour === undefined ? {} : { counterparty: behaviour }),
      }));
      return (await ledger.submitInstructions(instructions, BigInt(at))).map(toOutcome);
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
