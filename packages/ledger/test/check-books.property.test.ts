import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import fc from "fast-check";
import {
  type CounterpartyBehaviour,
  counterpartyBehaviours,
  type InstructionKind,
  isLedgerRefusal,
  type Ledger,
  type LedgerInstruction,
  type LedgerOutcome,
  ledgerMigrations,
} from "../src/index.ts";
import { aLedger, at, dayMs, feesOnAll } from "./a-ledger.ts";
import { anInstruction, aWorld, submitOne } from "./a-world.ts";

const seed = 20260302;
const runsPerEngine = atScale({
  slice: { sqlite: 35, postgres: 3 },
  long: { sqlite: 2_000, postgres: 100 },
});

/** Accounts in three currencies, one with a credit line; foreign numbers belong to other banks. */
const numbers = ["10000000001", "10000000002", "10000000003", "10000000004"];
const foreignNumbers = ["90000000001", "90000000002", "90000000003"];
const currencies = ["NOK", "NOK", "EUR", "JPY"];

type Step =
  | {
      readonly do: "submit";
      readonly id: number;
      readonly kind: InstructionKind;
      readonly debtor: number;
      readonly creditor: number;
      readonly amountMinor: bigint;
      readonly currency: string;
      readonly times: number;
    }
  | { readonly do: "clear"; readonly runners: number }
  | { readonly do: "wait"; readonly days: number }
  | { readonly do: "behave"; readonly which: number; readonly behaviour: CounterpartyBehaviour }
  | { readonly do: "post"; readonly account: number; readonly amountMinor: bigint }
  | { readonly do: "hold"; readonly id: number; readonly account: number; readonly amount: bigint }
  | { readonly do: "release"; readonly id: number };

const id = fc.nat({ max: 24 });
const account = fc.nat({ max: numbers.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("submit" as const),
      id,
      kind: fc.constantFrom("own-bank", "instant", "clearing", "cross-border"),
      debtor: account,
      creditor: fc.nat({ max: numbers.length + foreignNumbers.length - 1 }),
      amountMinor: fc.bigInt({ min: 0n, max: 40_000n }),
      currency: fc.constantFrom("NOK", "EUR", "JPY", "SEK", "XXX"),
      times: fc.constantFrom(1, 1, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("clear" as const),
      runners: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("behave" as const),
      which: fc.nat({ max: foreignNumbers.length - 1 }),
      behaviour: fc.constantFrom(...counterpartyBehaviours),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("post" as const),
      account,
      amountMinor: fc.bigInt({ min: -5_000n, max: 5_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("hold" as const),
      id,
      account,
      amount: fc.bigInt({ min: 1n, max: 20_000n }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), id }) },
);

for (const engine of engines) {
  describe(`the books on ${engine}`, () => {
    test("balance after any sequence of steps, and nothing settles twice", async () => {
      await using stack = new AsyncDisposableStack();
      const { location } = stack.use(await aMigratedDatabase(engine, ledgerMigrations));
      const { ledger, close } = await aLedger(location, feesOnAll);
      stack.defer(close);
      const property = fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
        (steps) => runSteps(ledger, steps),
      );
      await fc.assert(property, { seed, numRuns: runsPerEngine[engine] });
    });
  });
}

async function runSteps(ledger: Ledger, steps: readonly Step[]): Promise<void> {
  const world = aWorld(ledger);
  for (const [n, bban] of numbers.entries()) {
    const currency = currencies[n] ?? "NOK";
    await world.open({ id: bban, bban, currency, creditLineMinor: n === 0 ? 10_000n : 0n });
  }
  for (const [n, behaviour] of (["settle", "return", "reject"] as const).entries()) {
    const accountNumber = foreignNumbers[n] ?? "*";
    await ledger.setCounterparty({ worldId: world.id, accountNumber, behaviour, delayMs: dayMs });
  }
  const state: State = { at, seen: new Map(), submitted: new Map(), held: new Set<number>() };
  for (const one of steps) {
    await takeStep(ledger, world.id, one, state);
    assert.deepEqual(await ledger.checkBooks(world.id), []);
    await pendingAddsUp(ledger, world.id);
    await statesOnlyGoForward(ledger, state);
  }
}

/** Asserts that the pending debits of each account add up to what is reserved. */
async function pendingAddsUp(ledger: Ledger, worldId: string): Promise<void> {
  for (const accountId of numbers) {
    const balances = await ledger.readBalances(worldId, accountId);
    const pending = await ledger.listPending(worldId, accountId);
    const debits = pending.filter(({ amountMinor }) => amountMinor < 0n);
    const sum = debits.reduce((total, { amountMinor }) => total + amountMinor, 0n);
    assert.equal(sum, -(balances?.reservedMinor ?? 0n));
  }
}

interface State {
  at: bigint;
  readonly seen: Map<string, LedgerOutcome>;
  readonly submitted: Map<string, LedgerInstruction>;
  readonly held: Set<number>;
}

async function takeStep(ledger: Ledger, worldId: string, step: Step, state: State): Promise<void> {
  switch (step.do) {
    case "submit":
      return submit(ledger, worldId, step, state);
    case "clear":
      await Promise.all(
        Array.from({ length: step.runners }, () => ledger.runClearing(worldId, state.at)),
      );
      return;
    case "wait":
      state.at += BigInt(step.days) * dayMs;
      return;
    case "behave": {
      const accountNumber = foreignNumbers[step.which] ?? "*";
      const { behaviour } = step;
      return ledger.setCounterparty({ worldId, accountNumber, behaviour, delayMs: dayMs });
    }
    case "post":
      return post(ledger, worldId, step);
    case "hold":
      if (state.held.has(step.id)) return;
      if (await hold(ledger, worldId, step)) state.held.add(step.id);
      return;
    case "release": {
      const released = await ledger.releaseReservation(worldId, `hold-${step.id}`, state.at);
      assert.equal(released, state.held.delete(step.id));
      return;
    }
  }
}

type StepOf<D extends Step["do"]> = Extract<Step, { readonly do: D }>;

/**
 * Submits an instruction. An id that has moved money is submitted again with its first content, as
 * in a retry.
 */
async function submit(
  ledger: Ledger,
  worldId: string,
  step: StepOf<"submit">,
  state: State,
): Promise<void> {
  const instructionId = `p-${step.id}`;
  const all = [...numbers, ...foreignNumbers];
  const first = state.submitted.get(instructionId);
  const instruction =
    first ??
    anInstruction(worldId, {
      id: instructionId,
      kind: step.kind,
      debtor: { bban: numbers[step.debtor] ?? "" },
      creditor: { name: "Ola Nordmann", bban: all[step.creditor] ?? "" },
      amountMinor: step.amountMinor,
      currency: step.currency,
    });
  const outcomes = await Promise.all(
    Array.from({ length: step.times }, () => submitOne(ledger, instruction, state.at)),
  );
  for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0]);
  const [outcome] = outcomes;
  assert.ok(outcome);
  if (first !== undefined) {
    assert.deepEqual(outcome, state.seen.get(instructionId));
  } else if (["held", "sent", "booked"].includes(outcome.status)) {
    state.seen.set(instructionId, outcome);
    state.submitted.set(instructionId, instruction);
  } else {
    assert.ok(outcome.status === "no-funds" || outcome.status === "refused");
  }
}

async function post(ledger: Ledger, worldId: string, step: StepOf<"post">): Promise<void> {
  const accountId = numbers[step.account] ?? "";
  const balances = await ledger.readBalances(worldId, accountId);
  assert.ok(balances);
  const isRefused = balances.availableMinor + step.amountMinor < 0n;
  const posted = await ledger.postTransactions(
    {
      worldId,
      accountId,
      balance: "moved",
      transactions: [
        {
          bookingDate: "2026-01-05",
          valueDate: "2026-01-05",
          amountMinor: step.amountMinor,
          texts: {},
        },
      ],
    },
    at,
  );
  assert.equal(isLedgerRefusal(posted), isRefused);
}

function hold(ledger: Ledger, worldId: string, step: StepOf<"hold">): Promise<boolean> {
  return ledger.createReservation(
    {
      worldId,
      id: `hold-${step.id}`,
      accountId: numbers[step.account] ?? "",
      amountMinor: step.amount,
      texts: {},
    },
    at,
  );
}

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  held: ["held", "booked"],
  sent: ["sent", "booked", "rejected", "returned"],
  booked: ["booked", "returned"],
  rejected: ["rejected"],
  returned: ["returned"],
};

/** Submits every known instruction again, which returns its outcome and moves nothing. */
async function statesOnlyGoForward(
  ledger: Ledger,
  { seen, submitted, ...state }: State,
): Promise<void> {
  for (const [instructionId, instruction] of submitted) {
    const before = seen.get(instructionId)?.status ?? "unknown";
    const now = await submitOne(ledger, instruction, state.at);
    assert.ok(nextStatuses[before]?.includes(now.status), `${before} ${now.status}`);
    seen.set(instructionId, now);
  }
}
