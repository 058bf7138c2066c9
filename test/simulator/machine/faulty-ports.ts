import type { BankPorts, CoreBank, InstructionOutcome, SigningMandates } from "@varde/bank";
import type { Life } from "./life.ts";
import type { Machine } from "./machine.ts";

type Method = (...given: never[]) => unknown;

/** The ports of a bank, as seen by a process whose other systems and network are unreliable. */
export const faultyPorts = (
  ports: BankPorts,
  machine: Machine,
  life: Life,
  current: () => CoreBank,
): BankPorts => {
  const { runClearing, quote, convertToNokMinor, ...reads } = ports.coreBank;
  return {
    ...ports,
    // Over the network, it is the network that fails.
    coreBank: machine.clearsOnItsOwn
      ? ports.coreBank
      : {
          ...failSometimes("core bank", reads, machine),
          quote,
          convertToNokMinor,
          ...faultyInstructions(machine, life, current),
        },
    psuDirectory: failSometimes("directory", ports.psuDirectory, machine),
    scaMethod: failSometimes("SCA method", ports.scaMethod, machine),
    signingMandates: faultyMandates(machine, life),
  };
};

/** The mandates of companies, which change while a decision is on its way. */
const faultyMandates = (machine: Machine, life: Life): SigningMandates => ({
  decide: async (requests) => {
    const { turns, chance, trace, mandates } = machine;
    const { portFails, resultStalls } = machine.faults;
    if (chance.happens(portFails)) {
      trace.note("the mandates fail");
      throw new Error("simulated failure of decide");
    }
    const decisions = mandates.decide(requests);
    await turns.wait("mandates", `decisions on ${requests.length}`, life);
    if (!chance.happens(resultStalls)) return decisions;
    trace.note("never arrive");
    return new Promise<never>(() => {});
  },
  listSigners: async () => [],
});

/** Lets the methods of a port throw before they do anything. */
const failSometimes = <Port extends object>(who: string, port: Port, machine: Machine): Port => {
  const faulty = Object.entries(port).map(([name, method]) => [
    name,
    (...given: never[]) => {
      const { chance, faults, trace } = machine;
      if (!chance.happens(faults.portFails / 4)) return (method as Method).apply(port, given);
      trace.note(`${who} fails in ${name}`);
      throw new Error(`simulated failure of ${name}`);
    },
  ]);
  return Object.fromEntries(faulty) as Port;
};

type Instructions = Required<
  Pick<CoreBank, "submitAll" | "listOutcomes" | "acknowledgeOutcomes" | "runClearing">
>;

/**
 * The calls that move money. A call and its result are messages: each waits for its turn, may be
 * lost, and a call that is on its way when the caller dies may still arrive.
 */
const faultyInstructions = (
  machine: Machine,
  life: Life,
  current: () => CoreBank,
): Instructions => {
  const { turns, chance, trace } = machine;
  const call = async <R>(name: string, act: (coreBank: CoreBank) => Promise<R>): Promise<R> => {
    await turns.wait("core bank", name);
    const isOrphan = life.isOver;
    const isAway = machine.isBookingAway || life.host.faults.has("is cut off from the core bank");
    if (isAway || chance.happens(isOrphan ? 0.5 : machine.faults.portFails)) {
      trace.note(isOrphan ? "never arrived" : "fails");
      if (isOrphan) return new Promise<never>(() => {});
      throw new Error(`simulated failure of ${name}`);
    }
    const result = await act(current());
    if (isOrphan) return new Promise<never>(() => {});
    await turns.wait("core bank", `result of ${name}`, life);
    if (chance.happens(machine.faults.resultLost)) {
      trace.note("is lost");
      throw new Error(`simulated loss of the result of ${name}`);
    }
    if (!chance.happens(machine.faults.resultStalls)) return result;
    trace.note("never arrives");
    return new Promise<never>(() => {});
  };
  return {
    submitAll: (instructions, at) =>
      call(`submitAll of ${instructions.length}`, (coreBank) =>
        coreBank.submitAll(instructions, at),
      ),
    listOutcomes: (worldId, limit) =>
      call("listOutcomes", async (coreBank) =>
        disorder(await coreBank.listOutcomes(worldId, limit), limit, machine),
      ),
    acknowledgeOutcomes: (worldId, outcomes) =>
      call("acknowledgeOutcomes", (coreBank) => coreBank.acknowledgeOutcomes(worldId, outcomes)),
    runClearing: (worldId, at) =>
      call("runClearing", async (coreBank) => coreBank.runClearing?.(worldId, at)),
  };
};

/** Shuffles, repeats or cuts a list of outcomes. */
export const disorder = (
  outcomes: readonly InstructionOutcome[],
  limit: number,
  { chance, faults, trace }: Machine,
): readonly InstructionOutcome[] => {
  if (outcomes.length === 0 || !chance.happens(faults.outcomesDisordered)) return outcomes;
  const many = chance.happens(0.5) ? [...outcomes, ...outcomes] : outcomes;
  const some = chance.shuffle(many).slice(0, limit);
  trace.note(`${outcomes.length} outcomes as ${some.length}, shuffled`);
  return chance.happens(0.3) ? some.slice(0, 1 + chance.below(some.length)) : some;
};
