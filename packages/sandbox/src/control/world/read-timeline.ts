import {
  listEvents,
  nextPaymentStatus,
  type PaymentEvent,
  readTppNames,
  type Sca,
  type StoredEvent,
  scaEndsAt,
  type WorldId,
} from "@varde/bank";
import type { ControlResponse, ExchangeSummary } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";
import { describeFailure } from "./sca-views.ts";

export type TimelineEntry = ControlResponse<"readPayment">["timeline"][number];

/** An entry, and when it happened by the machine's clock, which no developer moves. */
interface Placed {
  readonly entry: TimelineEntry;
  readonly machineMs: number;
}

/** The resource that a timeline is about. */
export interface TimelineSubject {
  readonly subjectId: string;
  readonly scas: readonly Sca[];
  /** Chooses the requests about it. */
  readonly isAbout: (summary: ExchangeSummary) => boolean;
  /** Bookings, with the time of the world at which they were made. */
  readonly bookings?: readonly (TimelineEntry & { readonly kind: "booking" })[];
}

/**
 * Tells what happened to a payment, basket or consent: requests, SCA steps, signatures, changes of
 * status and bookings. Requests have the time of the machine and the rest that of the world, which
 * may be months ahead. Ids of events contain the time of the machine, so all can be ordered by it.
 */
export const readTimeline = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  { subjectId, scas, isAbout, bookings = [] }: TimelineSubject,
): Promise<readonly TimelineEntry[]> => {
  const { storage, bank, requestLog } = sandbox;
  const now = await bank.clock.now(worldId);
  const names = new Map([
    ...(await readTppNames(storage, worldId)),
    ...(await readPersonNames(storage, await sandbox.dataWorld(worldId))),
  ]);
  const events = await storage.read(() => listEvents(subjectId));
  const placed = [...presentRequests(requestLog.listSummaries(worldId), isAbout)];
  placed.push(...presentEvents(events, names));
  for (const sca of scas) {
    const steps = await storage.read(() => listEvents(sca.scaId));
    placed.push(...presentSteps(sca, steps, { names, now, caused: events }));
  }
  const inOrder = placed.toSorted((one, other) => one.machineMs - other.machineMs);
  return insertBookings(
    inOrder.map(({ entry }) => entry),
    bookings,
  );
};

function* presentRequests(
  summaries: readonly string[],
  isAbout: (summary: ExchangeSummary) => boolean,
): Generator<Placed> {
  for (const summary of summaries.map((text): ExchangeSummary => JSON.parse(text))) {
    if (!isAbout(summary)) continue;
    const { at, exchangeId, operation, status, tpp, code } = summary;
    const entry: TimelineEntry = {
      at,
      kind: "request",
      name: operation,
      ...(tpp !== undefined && { actor: tpp }),
      ...(code !== undefined && { detail: code }),
      id: exchangeId,
      httpStatus: status,
    };
    yield { entry, machineMs: Date.parse(at) };
  }
}

/** A payment starts as RCVD, and each event says which status follows. */
function* presentEvents(
  events: readonly StoredEvent[],
  names: ReadonlyMap<string, string>,
): Generator<Placed> {
  let status: Parameters<typeof nextPaymentStatus>[0] | undefined;
  for (const event of events) {
    const before = status;
    if (event.subjectKind === "payment") {
      status =
        event.name === "created"
          ? "RCVD"
          : status && nextPaymentStatus(status, event.name as PaymentEvent);
    }
    const isSignature = event.name.startsWith("signed");
    // The status before and after is what `status` says.
    const detail = event.detail === `${before} to ${status}` ? undefined : event.detail;
    const entry: TimelineEntry = {
      ...presentEvent(event, names),
      kind: isSignature ? "signature" : "status",
      name: event.name,
      ...(detail !== undefined && { detail }),
      ...(status !== undefined && { status }),
    };
    yield { entry, machineMs: machineTime(event) };
  }
}

/** The facts that the steps of an SCA are described with. */
interface StepFacts {
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
  /** Events of the resource, some of which the SCA has caused. */
  readonly caused: readonly StoredEvent[];
}

/** Presents the steps of an SCA. */
function* presentSteps(
  sca: Sca,
  events: readonly StoredEvent[],
  facts: StepFacts,
): Generator<Placed> {
  const { names, now } = facts;
  const failure = describeFailure(sca, now);
  for (const event of events) {
    const hasFailed = event.name === "failed";
    const entry: TimelineEntry = {
      ...presentEvent(event, names),
      kind: "sca",
      name: event.name.startsWith("started") ? "started" : event.name,
      ...(hasFailed && failure !== undefined && { detail: failure }),
      id: sca.scaId,
    };
    yield { entry, machineMs: machineTime(event) };
  }
  yield* presentIdentification(sca, events, facts);
  const [start] = events;
  if (start !== undefined && failure !== undefined && sca.status !== "failed") {
    const endedAt = scaEndsAt(sca);
    const entry = { kind: "sca", name: "timedOut", detail: failure, id: sca.scaId } as const;
    yield {
      entry: { ...entry, at: new Date(endedAt).toISOString() },
      machineMs: Math.min(Date.now(), machineTime(start) + endedAt - start.at),
    };
  }
}

/** Presents when the PSU identified: only the evidence says so, in the time of the world. */
function* presentIdentification(
  sca: Sca,
  events: readonly StoredEvent[],
  { names, caused }: StepFacts,
): Generator<Placed> {
  const at = sca.evidence?.identify?.at;
  const [start, end] = events;
  if (at === undefined || start === undefined) return;
  const begun = machineTime(start);
  // The approval and what it causes are one unit, and have the same time of the world.
  const together = end === undefined ? [] : [end, ...caused.filter((one) => one.at === end.at)];
  const ended = Math.min(...together.map(machineTime));
  const actor = names.get(sca.personId ?? "");
  const entry: TimelineEntry = {
    at: new Date(at).toISOString(),
    kind: "sca",
    name: "identified",
    ...(actor !== undefined && { actor }),
    id: sca.scaId,
  };
  const passed = Math.min(at - start.at, ended - begun - 0.5);
  yield { entry, machineMs: begun + Math.max(0.25, passed) };
}

const presentEvent = (event: StoredEvent, names: ReadonlyMap<string, string>) => ({
  at: new Date(event.at).toISOString(),
  actor: names.get(event.actor) ?? event.actor,
});

/** Ids before this time are those of a seeded test bank, which only count. */
const firstTime = Date.parse("2020-01-01");

/** Returns the time in a UUID of version 7; the time of the world if it has none. */
const machineTime = ({ eventId, at }: Pick<StoredEvent, "eventId" | "at">): number => {
  const ms = Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16);
  return ms >= firstTime ? ms : at;
};

/** Inserts each booking after the last event of the bank that is not later than it. */
const insertBookings = (
  entries: readonly TimelineEntry[],
  bookings: readonly TimelineEntry[],
): readonly TimelineEntry[] => {
  const told = [...entries];
  for (const booking of bookings) {
    const after = told.findLastIndex(({ kind, at }) => kind !== "request" && at <= booking.at);
    told.splice(after + 1, 0, booking);
  }
  return told;
};
