import {
  type ListedBatch,
  listBatches,
  type PaymentChange,
  type PaymentId,
  type WorldId,
} from "@varde/bank";
import type { ClientFact } from "@varde/conformance/client";
import {
  type AccountDataProfile,
  type BodyOfControl,
  type ControlOperations,
  type ControlResponse,
  exchangesPerWorldMax,
  Invalid,
  isInvalid,
  type LoggedExchange,
  type OperationId,
  type Scenario,
  scenarioSchema,
} from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { scenarioFault } from "../../scenarios/scenario.ts";
import type { StoredScenario } from "../../scenarios/stored-scenarios.ts";
import { boundClock } from "../../worlds/clock-bounds.ts";
import {
  advanceWorld,
  type ClockState,
  copyClock,
  deliverBeforehand,
  followClock,
  parseClockTime,
  parseDuration,
  previewClock,
  readClockState,
} from "./advance-world.ts";
import { approvalControl, type WaitingInApp } from "./approval-control.ts";
import { bodyFault } from "./body-fault.ts";
import { decideSca } from "./complete-sca-for-psu.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { type HistoryLoad, historyControl } from "./history-control.ts";
import { expireNamedConsent } from "./list-consents.ts";
import { paymentViews } from "./payment-views.ts";
import type { ReadinessControl } from "./readiness-control.ts";

/** As many batches as a preview shows: those of some two months. */
const previewedBatchesMax = 200;

type PaymentViews = ReturnType<typeof paymentViews>;

/** A duration: milliseconds, or ISO 8601 such as P1D or PT90M. */
export type Duration = number | string;

/** The requests that `latest` looks for. */
export interface WantedRequest {
  readonly operation?: OperationId;
  readonly status?: number;
}

/** Control of one world: its clock, batches, scenarios, snapshots, payments and history. */
export interface WorldControl {
  readonly clock: {
    read(): Promise<ClockState>;
    /** Sets the clock, which stays fixed there unless motion is "running". */
    set(to: string | number, motion?: "running" | "fixed"): Promise<ClockState>;
    /** Advances the clock and runs every batch on the way. */
    advance(by: Duration): Promise<ClockState & { readonly batches: number }>;
    /** Resets the clock to the machine's time. */
    release(): Promise<ClockState>;
    /** Lists what advancing the clock would do; to the next batch if `by` is omitted. */
    preview(by?: Duration): Promise<ControlResponse<"previewClock">>;
  };
  readonly batches: {
    list(limit?: number): Promise<readonly ListedBatch[]>;
    /** Runs one batch now and returns the number of payments in it. */
    run(): Promise<number>;
  };
  readonly scenarios: {
    list(): Promise<readonly StoredScenario[]>;
    /** Returns the id of the scenario. */
    add(scenario: Scenario): Promise<string>;
    remove(scenarioId: string): Promise<boolean>;
    clear(): Promise<void>;
  };
  readonly snapshots: {
    list(): Promise<readonly { readonly name: string; readonly savedAt: number }[]>;
    save(name: string): Promise<void>;
    restore(name: string): Promise<void>;
    /** Returns the world, or the named snapshot, as JSON. */
    export(name?: string): Promise<string>;
    /** Replaces the world with an exported one. */
    import(text: string): Promise<void>;
    remove(name: string): Promise<boolean>;
  };
  readonly payments: PaymentViews & {
    change(paymentId: PaymentId, change: PaymentChange): Promise<void>;
    cancel(paymentId: PaymentId): Promise<void>;
    /** Sends a payment that a scenario or its creditor account holds as PDNG. */
    release(paymentId: PaymentId): Promise<void>;
  };
  /** Completes an open SCA for its PSU, without the link. */
  decideSca(
    authorisationId: string,
    decision: BodyOfControl<ControlOperations["decideSca"]>,
  ): Promise<{ readonly redirect: string }>;
  /** Approvals that wait in the bank's app. */
  readonly approvals: {
    list(customerNumber: string): Promise<readonly WaitingInApp[]>;
    /** Returns the outcome the app would show: approved, no-funds, failed or no-longer-waiting. */
    approve(authorisationId: string, customerNumber: string, agreement?: string): Promise<string>;
    refuse(authorisationId: string, customerNumber: string, agreement?: string): Promise<string>;
  };
  /** Generates history for an account, given by id, BBAN or IBAN; its balance does not change. */
  readonly history: {
    /** Resolves when all transactions are generated. */
    load(account: string, transactions: number): Promise<HistoryLoad>;
    /** Starts in the background and returns at once; `progress` reports the state. */
    start(account: string, transactions: number): Promise<HistoryLoad>;
    progress(account: string): Promise<HistoryLoad>;
  };
  /** Ways in which account data of real banks differ; returns those that are on. */
  readonly profiles: {
    set(names: readonly AccountDataProfile[]): Promise<readonly AccountDataProfile[]>;
  };
  readonly consents: {
    /** Lets a consent expire, given by its id, or by the name of its PSU, company or TPP. */
    expire(named: string): Promise<void>;
  };
  readonly requests: {
    list(limit?: number): Promise<readonly LoggedExchange[]>;
    /** Returns the latest request, of an operation or with a status if they are given. */
    latest(wanted?: WantedRequest): Promise<LoggedExchange | undefined>;
    /** Lists facts about the last 10 000 requests and SCAs, oldest first. */
    facts(): Promise<readonly ClientFact[]>;
  };
  /** Judges whether the client of the world's TPP is ready for production. */
  readonly readiness: ReadinessControl;
  initialize(): Promise<void>;
}

/** Creates the control of a world, which the HTTP routes and test banks share. */
export const worldControl = (sandbox: ControlledSandbox, worldId: WorldId): WorldControl => ({
  clock: clockControl(sandbox, worldId),
  batches: {
    list: (limit = 20) => listWorldBatches(sandbox, worldId, limit),
    run: () => sandbox.runBatch(worldId),
  },
  scenarios: {
    list: async () => sandbox.scenarioTable.list(worldId),
    add: async (scenario) =>
      sandbox.scenarioTable.add(worldId, orRefuse(checkedScenario(scenario))),
    remove: (scenarioId) => sandbox.scenarioTable.remove(worldId, scenarioId),
    clear: () => sandbox.scenarioTable.clear(worldId),
  },
  snapshots: snapshotControl(sandbox, worldId),
  payments: {
    ...paymentViews(sandbox, worldId),
    change: async (paymentId, change) =>
      refuseIf(await sandbox.ownChannel.changePayment(worldId, paymentId, change)),
    cancel: async (paymentId) =>
      refuseIf(await sandbox.ownChannel.cancelPayment(worldId, paymentId)),
    release: (paymentId) => releasePayment(sandbox, worldId, paymentId),
  },
  decideSca: (authorisationId, decision) => decideSca(sandbox, worldId, authorisationId, decision),
  approvals: approvalControl(sandbox, worldId),
  history: historyControl(sandbox, worldId),
  consents: {
    expire: async (named) => void (await expireNamedConsent(sandbox, worldId, named)),
  },
  profiles: { set: async (names) => orRefuse(await sandbox.setProfiles(worldId, names)) },
  requests: {
    list: async (limit = 100) => sandbox.requestLog.list(worldId, limit),
    latest: async ({ operation, status } = {}) =>
      sandbox.requestLog
        .list(worldId, exchangesPerWorldMax)
        .find(
          (one) =>
            (operation === undefined || one.operation === operation) &&
            (status === undefined || one.response.status === status),
        ),
    facts: () => sandbox.requestFacts.list(worldId),
  },
  readiness: readinessOf(sandbox, worldId),
  initialize: () => sandbox.initializeWorld(worldId),
});

/** Loads the checks of a client when they are first asked for; a start does not need them. */
const readinessOf = (sandbox: ControlledSandbox, worldId: WorldId): ReadinessControl => {
  const load = async (): Promise<ReadinessControl> => {
    const { readinessControl } = await import("./readiness-control.ts");
    return readinessControl(sandbox, worldId);
  };
  return {
    read: async (wanted) => (await load()).read(wanted),
    report: async (wanted) => (await load()).report(wanted),
    arm: async (trap) => (await load()).arm(trap),
    startOver: async () => (await load()).startOver(),
  };
};

const releasePayment = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  paymentId: PaymentId,
): Promise<void> => {
  const now = BigInt(await sandbox.clock.now(worldId));
  if (!(await sandbox.ledger.releaseInstruction(worldId, paymentId, now))) {
    throw new ControlRefused(`payment ${paymentId} is not held as PDNG`);
  }
  await sandbox.collectOutcomes(worldId);
};

const listWorldBatches = async (sandbox: ControlledSandbox, worldId: WorldId, limit: number) => {
  const now = await sandbox.clock.now(worldId);
  const { epoch } = await sandbox.clock.readClock(worldId);
  const times = sandbox.bank.configuration.batchTimes;
  return listBatches(sandbox.storage, worldId, { now, epoch, times }, limit);
};

const clockControl = (sandbox: ControlledSandbox, worldId: WorldId): WorldControl["clock"] => ({
  read: () => readClockState(sandbox, worldId),
  set: async (to, motion = "fixed") => {
    const toMs = orRefuse(parseClockTime(to, sandbox.clock.machineNow()));
    await deliverBeforehand(sandbox, worldId, toMs);
    await sandbox.clock.setClock(worldId, toMs, motion);
    await copyClock(sandbox, worldId);
    return readClockState(sandbox, worldId);
  },
  advance: async (by) => {
    const now = await sandbox.clock.now(worldId);
    const byMs = orRefuse(parseDuration(by, now));
    if (byMs > 0) orRefuse(boundClock(now + byMs, sandbox.clock.machineNow()));
    const advanced = await advanceWorld(sandbox, worldId, byMs);
    const atOthers = await followClock(sandbox, worldId);
    return { ...advanced, batches: advanced.batches + atOthers };
  },
  release: async () => {
    await deliverBeforehand(sandbox, worldId, sandbox.storage.now());
    await sandbox.clock.releaseClock(worldId);
    await copyClock(sandbox, worldId);
    return readClockState(sandbox, worldId);
  },
  preview: async (by) => {
    const from = await sandbox.clock.now(worldId);
    const batches = await listWorldBatches(sandbox, worldId, previewedBatchesMax);
    const planned = batches.filter(({ state }) => state === "planned");
    const until =
      by === undefined ? (planned[0]?.dueAt ?? from) : from + orRefuse(parseDuration(by, from));
    return previewClock(sandbox, worldId, planned, { from, until });
  },
});

const snapshotControl = (
  { snapshotTable }: ControlledSandbox,
  worldId: WorldId,
): WorldControl["snapshots"] => {
  const saved = async (name: string): Promise<string> => {
    const text = await snapshotTable.readSaved(worldId, name);
    if (text === undefined) throw new ControlRefused(`there is no snapshot ${name}`);
    return text;
  };
  return {
    list: () => snapshotTable.list(worldId),
    save: async (name) => {
      orRefuse(await snapshotTable.save(worldId, name));
    },
    restore: async (name) => {
      orRefuse(await snapshotTable.importWorld(worldId, await saved(name)));
    },
    export: async (name) =>
      name === undefined ? orRefuse(await snapshotTable.exportWorld(worldId)) : saved(name),
    import: async (text) => {
      orRefuse(await snapshotTable.importWorld(worldId, text));
    },
    remove: (name) => snapshotTable.remove(worldId, name),
  };
};

const checkedScenario = (scenario: Scenario): Scenario | Invalid => {
  const wrong = bodyFault(scenarioSchema, scenario, ["world"]);
  if (wrong !== undefined) return new Invalid(wrong);
  const fault = scenarioFault(scenario);
  return fault === undefined ? scenario : new Invalid(`${fault.path} ${fault.text}`);
};

const orRefuse = <T>(result: T | Invalid): T => {
  if (!isInvalid(result)) return result;
  throw new ControlRefused(result.reason);
};

const refuseIf = (reason: string | undefined): void => {
  if (reason !== undefined) throw new ControlRefused(reason);
};
