import { inspect } from "node:util";
import type { CoreBank, Instruction, Outcome } from "@varde/bank";
import type { Engine } from "@varde/storage";
import { aBank, type DisposableBank, type DisposableBankOptions } from "../bank/a-bank.ts";
import { type Process, type Stop, Turns } from "./turns.ts";

/**
 * The fate of the first process while it is stopped, and the second one runs.
 *
 * "held": no time passes, so that the leases of the first are valid. "slow": time passes, and the
 * first renews its leases. "expired": it was suspended until its leases had expired. "lost": it
 * died after a commit. "unheard": a port did its work, and the response was lost. "open": it is in
 * the middle of a unit, with its locks; on PostgreSQL only.
 */
export const overlapModes = ["held", "slow", "expired", "lost", "unheard", "open"] as const;
export type OverlapMode = (typeof overlapModes)[number];

const stopKinds: Readonly<Record<OverlapMode, Stop["kind"]>> = {
  held: "unit",
  slow: "unit",
  expired: "unit",
  lost: "commit",
  unheard: "port",
  open: "statement",
};

/** Longer than any lease, and shorter than a PSU waits for the outcome of a payment. */
const expiryMs = 11_000;
/** How long a slow process takes before the second one starts: leases expire without renewals. */
const slowMs = 25_000;
/** How long the second process then waits for the first, if it does. */
const waitMs = 1_000;

export type ProcessResult<T> = PromiseSettledResult<T> | { readonly status: "dead" };

/** An instruction that the core bank received, and the process that sent it. */
export interface SubmittedInstruction {
  readonly by: string | undefined;
  readonly instructionId: string;
  readonly attempt: unknown;
  readonly outcome: Outcome["kind"] | "failed";
}

/** The result of a round, for the invariants to judge. */
export interface Overlapped<Given, A, B> {
  readonly bank: OverlapBank;
  readonly mode: OverlapMode;
  readonly given: Given;
  readonly a: ProcessResult<A>;
  readonly b: ProcessResult<B>;
  readonly submitted: readonly SubmittedInstruction[];
  /** The writes of each process, as "a: insert payment, update batch", in order. */
  readonly trace: readonly string[];
  /** Whether the first process may still believe that it alone does the work. */
  readonly isLeased: boolean;
}

/** Returns what is wrong after a round, if anything. */
export type Invariant<Given, A, B> = (
  round: Overlapped<Given, A, B>,
) => Promise<string | undefined> | string | undefined;

export interface OverlapBank extends DisposableBank {
  readonly turns: Turns;
  readonly recorder: InstructionRecorder;
  /** The errors that the bank has logged and that no fault explains. */
  readonly mistakes: string[];
}

/** Starts a bank on which two processes can overlap. */
export const anOverlapBank = async (
  engine: Engine,
  options: Omit<DisposableBankOptions, "engine"> = {},
): Promise<OverlapBank> => {
  const turns = new Turns();
  const mistakes: string[] = [];
  const bank = await aBank({
    engine,
    hasBackgroundJobs: false,
    databaseNow: turns.now,
    logTo: { write: (line) => void mistakes.push(...findMistakes(line)) },
    // Faults are logged as errors; `mistakes` has those that no fault explains.
    expectsErrors: true,
    ...options,
  });
  const recorder = new InstructionRecorder();
  turns.watchStorage(bank.storage);
  recorder.watch(bank.bank, turns);
  turns.watchPort("coreBank", bank.bank.coreBank);
  return Object.assign(bank, { turns, mistakes, recorder });
};

const mistakeTypes = /^(AssertionError|StatementFailed|TypeError|RangeError|SyntaxError)/;

const findMistakes = (line: string): readonly string[] => {
  if (!line.startsWith('{"level":50')) return [];
  const { err } = JSON.parse(line) as {
    readonly err?: { readonly type: string; readonly stack: string };
  };
  return err !== undefined && mistakeTypes.test(err.type) ? [err.stack] : [];
};

export interface Overlaps<Given, A, B> {
  readonly bank: OverlapBank;
  /** All of them by default. */
  readonly modes?: readonly OverlapMode[];
  /** Prepares the work of a round. */
  prepare(): Promise<Given>;
  readonly a: (given: Given) => Promise<A>;
  readonly b: (given: Given) => Promise<B>;
  /** Replaces the outcomes of the core bank in each round; by default it is the ledger. */
  readonly coreBank?: () => (instruction: Instruction) => Outcome;
  /** The work of a third process afterwards, when all leases have expired. */
  readonly finish?: (given: Given) => Promise<unknown>;
  readonly invariants: readonly Invariant<Given, A, B>[];
  /** Lets the second process die after so many of its units that write; by default it lives. */
  readonly dyingAfter?: number;
  /** Takes each so many places only, except of "expired" on SQLite. */
  readonly stride?: number;
}

/**
 * Runs two processes that overlap at every place: the first is stopped there, the second runs to
 * its end, then the first continues. Stops at the first round after which an invariant does not
 * hold. Returns the number of rounds.
 */
export const everyOverlap = async <Given, A, B>(
  overlaps: Overlaps<Given, A, B>,
): Promise<number> => {
  const { bank, modes = overlapModes, stride = 1 } = overlaps;
  let rounds = 0;
  for (const [index, mode] of modes.entries()) {
    if (mode === "open" && bank.storage.engine === "sqlite") continue;
    // Most faults need a process that wakes up too late, so none of these places is left out.
    const isWhole = mode === "expired" && bank.storage.engine === "sqlite";
    const step = isWhole ? 1 : stride;
    for (let at = 1 + (index % step); ; at += step) {
      rounds += 1;
      if (!(await runRound(overlaps, mode, at))) break;
    }
  }
  return rounds;
};

/** Returns whether the first process was stopped: if not, it has no such place. */
const runRound = async <Given, A, B>(
  overlaps: Overlaps<Given, A, B>,
  mode: OverlapMode,
  at: number,
): Promise<boolean> => {
  const { bank, prepare, finish, invariants, coreBank } = overlaps;
  const { turns, recorder } = bank;
  const given = await prepare();
  recorder.submitted = [];
  recorder.decide = coreBank?.();
  const restore = turns.install();
  turns.begin();
  try {
    const { a, b, isReached } = await overlap(overlaps, given, mode, at);
    await turns.pass(2 * expiryMs, a, b);
    if (finish !== undefined) {
      const last = turns.start("finish", () => finish(given));
      await turns.drive(() => last.isOver, last);
      if (last.result?.status === "rejected") throw last.result.reason;
    }
    const isLeased = !isReached || mode === "held" || mode === "slow" || mode === "open";
    const { submitted } = recorder;
    const round: Overlapped<Given, A, B> = {
      ...{ bank, mode, given, submitted, isLeased },
      trace: [...turns.trace],
      a: resultOf<A>(a),
      b: resultOf<B>(b),
    };
    const broken = await Promise.all([noMistakes, ...invariants].map((holds) => holds(round)));
    const found = broken.filter((one) => one !== undefined);
    if (found.length > 0) throw new OverlapBroken(round, found);
    return isReached;
  } catch (error) {
    if (error instanceof Error) error.message = `${mode} at ${at}: ${error.message}`;
    throw error;
  } finally {
    turns.end();
    restore();
    recorder.decide = undefined;
  }
};

const resultOf = <T>({ result }: Process): ProcessResult<T> =>
  (result as PromiseSettledResult<T> | undefined) ?? { status: "dead" };

class OverlapBroken extends Error {
  override readonly name = "OverlapBroken";

  constructor(
    { a, b, trace, submitted }: Overlapped<unknown, unknown, unknown>,
    found: readonly string[],
  ) {
    const results = inspect({ a, b, submitted }, { depth: 4 });
    super(`${found.join("; ")}\n${trace.join("\n")}\n${results}`);
  }
}

const noMistakes: Invariant<unknown, unknown, unknown> = ({ bank, a, b }) => {
  const thrown = [a, b].flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  const mistakes = [
    ...bank.mistakes.splice(0),
    ...thrown.filter(({ name }) => mistakeTypes.test(name)).map(({ stack }) => stack),
  ];
  return mistakes.length === 0 ? undefined : mistakes.join("; ");
};

/** Runs the two processes to their ends. */
const overlap = async <Given, A, B>(
  { bank: { turns }, ...work }: Overlaps<Given, A, B>,
  given: Given,
  mode: OverlapMode,
  at: number,
) => {
  const a = turns.start("a", () => work.a(given), { kind: stopKinds[mode], at });
  const isStopped = () => a.isOver || a.resume !== undefined;
  await turns.drive(isStopped, a);
  const isReached = a.resume !== undefined || a.isDead;
  if (mode === "slow" && isReached) await turns.pass(slowMs, a);
  if (["expired", "lost", "unheard"].includes(mode)) await turns.pass(expiryMs);
  const { dyingAfter } = work;
  const death =
    dyingAfter === undefined ? undefined : ({ kind: "commit", at: dyingAfter } as const);
  const b = turns.start("b", () => work.b(given), death);
  if (a.resume === undefined) await turns.drive(() => b.isOver, b);
  else if (mode === "open" || mode === "held") await turns.settle(b);
  else if (mode === "slow") await turns.pass(waitMs, a, b);
  else await turns.drive(() => b.isOver, b);
  a.resume?.();
  await turns.drive(() => a.isOver && b.isOver, a, b);
  return { a, b, isReached };
};

/** Notes what the core bank receives. Outcomes are those of `decide` while there is one. */
class InstructionRecorder {
  submitted: SubmittedInstruction[] = [];
  decide: ((instruction: Instruction) => Outcome) | undefined;
  readonly #pending = new Set<string>();

  /** Whether the core bank has accepted an attempt, and will report its outcome some day. */
  isPending(instructionId: string, attempt: unknown): boolean {
    return this.#pending.has(`${instructionId}/${attempt}`);
  }

  watch({ coreBank }: { readonly coreBank: CoreBank }, turns: Turns): void {
    const submitAll = coreBank.submitAll.bind(coreBank);
    const note = (instructions: readonly Instruction[], outcomes?: readonly Outcome[]) => {
      for (const [index, { instructionId, attempt }] of instructions.entries()) {
        const outcome = outcomes?.[index]?.kind ?? "failed";
        this.submitted.push({ by: turns.actor, instructionId, attempt, outcome });
        if (outcome === "pending") this.#pending.add(`${instructionId}/${attempt}`);
      }
    };
    const submit: typeof submitAll = async (instructions, at) => {
      try {
        const outcomes =
          this.decide === undefined
            ? await submitAll(instructions, at)
            : instructions.map(this.decide);
        note(instructions, outcomes);
        return outcomes;
      } catch (error) {
        note(instructions);
        throw error;
      }
    };
    Object.assign(coreBank, { submitAll: submit });
  }
}

/** Returns a core bank with these outcomes, one for each call; the last one repeats. */
export const script =
  (...outcomes: readonly (Outcome["kind"] | "fails")[]) =>
  () => {
    let calls = 0;
    return (): Outcome => {
      const kind = outcomes[Math.min(calls, outcomes.length - 1)];
      calls += 1;
      if (kind === "fails") throw new Error("the core bank fails");
      return { kind, reason: "as scripted" } as Outcome;
    };
  };
