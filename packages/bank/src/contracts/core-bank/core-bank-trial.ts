import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import type { Awaitable } from "@varde/storage";
import { osloDay } from "../../calendar/oslo.ts";
import { isOutcome } from "../../payments/execute/is-outcome.ts";
import type {
  CoreAccount,
  CoreBalances,
  CoreBank,
  Instruction,
  InstructionOutcome,
  Outcome,
} from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import type { AccountId, WorldId } from "../../ports/ids.ts";
import { assertEqual, assertShape, type RuleSection, requireStep } from "../contract.ts";
import { anInstruction } from "./an-instruction.ts";

/**
 * A core bank to test, with accounts that nothing else uses. The rules move small amounts between
 * them and acknowledge all outcomes, so run them against a test system.
 */
export interface CoreBankSubject {
  readonly coreBank: CoreBank;
  readonly worldId: WorldId;
  /** The BBAN of an open account in NOK that may pay and has 100 kroner or more. */
  readonly debtorBban: string;
  /** The BBAN of another open account in NOK that may pay. */
  readonly creditorBban: string;
  /** A BBAN at another bank. Payments to it end later, after `submitAll` has returned. */
  readonly otherBankBban?: string;
  /** A BBAN at another bank, which rejects every payment to it later. */
  readonly rejectingBban?: string;
  /** Returns further accounts that nothing else uses, whose data must not mix with the others. */
  readonly listMoreAccounts?: () => Promise<readonly AccountId[]>;
  /** The bank's time in epoch milliseconds; by default the machine's. */
  readonly now?: () => Awaitable<number>;
  /** Makes the core bank finish payments that it has sent; by default `runClearing`, if any. */
  readonly finish?: () => Promise<void>;
  /** The longest time that a payment may take to finish; ten seconds by default. */
  readonly finishMsMax?: number;
}

/** The two accounts of a trial. */
export interface Parties {
  readonly debtor: CoreAccount;
  readonly creditor: CoreAccount;
}

const pollMs = 50;
const outcomesMax = 200;

/** The actions that rules about a core bank consist of. */
export type CoreBankTrial = ReturnType<typeof openTrial>;
/** Rules about a core bank; they are about its methods. */
export type CoreBankSection = RuleSection<CoreBankTrial, keyof CoreBank>;

export const openTrial = (subject: CoreBankSubject) => {
  const outcomes = openOutcomes(subject);
  return {
    ...subject,
    now: readNow(subject),
    ...openAccounts(subject),
    ...outcomes,
    ...openPayments(subject, outcomes),
  };
};

const readNow = ({ now = Date.now }: CoreBankSubject): (() => Awaitable<number>) => now;

const openAccounts = ({ coreBank, worldId, debtorBban, creditorBban }: CoreBankSubject) => {
  const findAccount = async (bban: string): Promise<CoreAccount> => {
    const account = await coreBank.findAccount(worldId, { bban });
    requireStep(account !== undefined, `no account has the number ${bban}`);
    // A core bank may leave out the number, but the rules pay to it.
    return { ...account, bban };
  };
  const readBalances = async ({ accountId }: CoreAccount): Promise<CoreBalances> => {
    const balances = await coreBank.readBalances(worldId, accountId);
    requireStep(balances !== undefined, `account ${accountId} has no balances`);
    assertShape(portResults.coreBank.readBalances, balances, [worldId, accountId]);
    return balances;
  };
  return {
    findParties: async (): Promise<Parties> => ({
      debtor: await findAccount(debtorBban),
      creditor: await findAccount(creditorBban),
    }),
    readBalances,
    /** Returns by how much the booked balances of both accounts change during the action. */
    measure: async ({ debtor, creditor }: Parties, action: () => Promise<unknown>) => {
      const before = [await readBalances(debtor), await readBalances(creditor)] as const;
      await action();
      const after = [await readBalances(debtor), await readBalances(creditor)] as const;
      return {
        debtor: after[0].bookedMinor - before[0].bookedMinor,
        creditor: after[1].bookedMinor - before[1].bookedMinor,
      };
    },
  };
};

const openOutcomes = (subject: CoreBankSubject) => {
  const { coreBank, worldId, finishMsMax = 10_000 } = subject;
  const now = readNow(subject);
  const runClearing = async () => coreBank.runClearing?.(worldId, await now());
  const { finish = runClearing } = subject;
  let isStuck = false;
  const listOutcomes = async (limit = outcomesMax): Promise<readonly InstructionOutcome[]> => {
    const listed = await coreBank.listOutcomes(worldId, limit);
    for (const { outcome } of listed) assertShape(isOutcome, outcome);
    return listed;
  };
  const acknowledge = (outcomes: readonly InstructionOutcome[]) =>
    coreBank.acknowledgeOutcomes(worldId, outcomes);
  return {
    listOutcomes,
    acknowledge,
    /** Acknowledges all outcomes that earlier tests left. */
    acknowledgeAll: async () => {
      let listed: readonly InstructionOutcome[];
      do {
        listed = await listOutcomes();
        await acknowledge(listed);
      } while (listed.length === outcomesMax);
    },
    /** Waits until the end of an instruction is listed. */
    awaitListed: async ({ instructionId }: Instruction): Promise<InstructionOutcome> => {
      const message = `a payment has not ended within ${finishMsMax} ms`;
      // Otherwise every rule about outcomes would wait as long as the first.
      requireStep(!isStuck, message);
      const until = performance.now() + finishMsMax;
      for (;;) {
        await finish();
        const listed = await listOutcomes();
        const end = listed.find((one) => one.instructionId === instructionId && isEnd(one.outcome));
        if (end !== undefined) return end;
        // Outcomes of earlier checks would hide that of this payment.
        if (listed.length === outcomesMax) await acknowledge(listed);
        isStuck = performance.now() > until;
        requireStep(!isStuck, message);
        await setTimeout(pollMs);
      }
    },
  };
};

const openPayments = (
  subject: CoreBankSubject,
  { awaitListed, acknowledge }: ReturnType<typeof openOutcomes>,
) => {
  const now = readNow(subject);
  const submit = async (instructions: readonly Instruction[]): Promise<readonly Outcome[]> => {
    const outcomes = await subject.coreBank.submitAll(instructions, await now());
    assertEqual(outcomes.length, instructions.length, "number of outcomes");
    for (const outcome of outcomes) assertShape(isOutcome, outcome);
    return outcomes;
  };
  /** Submits instructions together and returns how each of them ended. */
  const execute = async (instructions: readonly Instruction[]): Promise<readonly Outcome[]> => {
    const ends: Outcome[] = [];
    const outcomes = await submit(instructions);
    for (const [at, instruction] of instructions.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined && isEnd(outcome)) {
        ends.push(outcome);
        continue;
      }
      const listed = await awaitListed(instruction);
      await acknowledge([listed]);
      ends.push(listed.outcome);
    }
    return ends;
  };
  const instruct = async (
    { debtor, creditor }: Parties,
    change?: Partial<Instruction>,
  ): Promise<Instruction> =>
    anInstruction({
      worldId: subject.worldId,
      debtorAccountId: debtor.accountId,
      creditor: { name: "Contract Test", ...(creditor.bban && { bban: creditor.bban }) },
      executionDate: osloDay(await now()),
      ...change,
    });
  return {
    submit,
    execute,
    instruct,
    /** Executes a payment that must settle. */
    pay: async (parties: Parties, change?: Partial<Instruction>): Promise<Instruction> => {
      const instruction = await instruct(parties, change);
      const [outcome] = await execute([instruction]);
      requireStep(outcome?.kind === "settled", `a payment is not settled: ${inspect(outcome)}`);
      return instruction;
    },
  };
};

export const isEnd = ({ kind }: Outcome): boolean => kind !== "pending" && kind !== "sent";

/** Returns the parties of a payment in the other direction. */
export const reverse = ({ debtor, creditor }: Parties): Parties => ({
  debtor: creditor,
  creditor: debtor,
});
