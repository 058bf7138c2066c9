import type { Sca, ScaFault, UnroutedRequest, WorldId } from "@varde/bank";
import type { AccountDataProfile, Scenario } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { FinishedExchange } from "./describe-request.ts";
import {
  type ControlStep,
  type JournalStep,
  readRequest,
  readUnrouted,
  type ScaStep,
} from "./journal-steps.ts";
import { type RequestFacts, strangersWorld } from "./request-facts.ts";

/** The steps of a world since it was opened, or why they are not known. */
export type JournalReading =
  | { readonly steps: readonly JournalStep[] }
  | { readonly incomplete: string };

/** How the sandbox was started, as far as responses depend on it. */
export interface StartOptions {
  readonly history: "ends" | "continues";
  readonly crossBorderDays: {
    readonly sepa?: number;
    readonly other?: number;
    readonly urgent?: number;
  };
  readonly syntheticNumbers: "required" | "preferred";
  /** Account-data profiles that worlds start with. */
  readonly profiles: readonly AccountDataProfile[];
  /** Scenarios that apply in every world. */
  readonly scenarios: readonly Scenario[];
}

/** Notes what happens in each world of this process, so that it can be repeated. */
export interface Journal {
  /** Time of the machine from which on everything was recorded. */
  readonly since: number;
  readonly startOptions: StartOptions;
  addRequest(worldId: WorldId, exchange: FinishedExchange, number: number): void;
  addUnrouted(request: UnroutedRequest): void;
  addSca(sca: Sca, fault: ScaFault | undefined, accountIds: ScaStep["accountIds"]): void;
  addControl(worldId: WorldId, call: Omit<ControlStep, "kind" | "number" | "receivedAt">): void;
  /** Notes that something happened that cannot be repeated, so that there is nothing to record. */
  spoil(worldId: WorldId, reason: string): void;
  forget(worldId: WorldId): void;
  /** Lists the steps of a world, with requests that only claim to be from its TPP. */
  read(worldId: WorldId): JournalReading;
}

/** Steps and characters of one world, after which its journal is given up. */
const stepsPerWorldMax = 1_000;
const charactersPerWorldMax = 8 * 1024 * 1024;
/** Characters of all worlds; the world that was unused longest is given up first. */
const charactersInAllMax = 32 * 1024 * 1024;
/** Requests of unknown callers; a new one replaces the oldest. */
const strangersMax = 200;

interface Pages {
  readonly steps: JournalStep[];
  characters: number;
  incomplete: string | undefined;
}

interface JournalParts {
  readonly facts: Pick<RequestFacts, "nextNumber" | "owns">;
  readonly machineNow: () => number;
  readonly worldNow: (worldId: WorldId) => Awaitable<number>;
  readonly startOptions: StartOptions;
}

/** Opens a journal in memory: it ends with the process, and with the world. */
export const openJournal = (parts: JournalParts): Journal => {
  const { facts, machineNow, worldNow, startOptions } = parts;
  const shelf = new Shelf();
  const since = machineNow();
  return {
    since,
    startOptions,
    addRequest: (worldId, exchange, number) => {
      if (shelf.takes(worldId)) shelf.add(worldId, readRequest(exchange, number));
    },
    addUnrouted: (request) => shelf.add(strangersWorld, readUnrouted(request, facts.nextNumber())),
    addSca: (sca, fault, accountIds) => {
      if (!shelf.takes(sca.worldId)) return;
      const place = { number: facts.nextNumber(), receivedAt: machineNow(), at: sca.touchedAt };
      const step: ScaStep = { kind: "sca", ...place, sca, fault, accountIds };
      shelf.add(sca.worldId, step);
      // The SCA says when the PSU was last seen, which is before the approval.
      void (async () => {
        step.at = await worldNow(sca.worldId);
      })().catch(() => undefined);
    },
    addControl: (worldId, call) => {
      const place = { number: facts.nextNumber(), receivedAt: machineNow() };
      shelf.add(worldId, { kind: "control", ...place, ...call });
    },
    spoil: (worldId, reason) => shelf.giveUp(worldId, reason),
    forget: (worldId) => shelf.remove(worldId),
    read: (worldId) => {
      const { steps = [], incomplete } = shelf.find(worldId) ?? {};
      if (incomplete !== undefined) return { incomplete };
      const claimed = (shelf.find(strangersWorld)?.steps ?? []).filter(
        (step) => step.kind === "request" && facts.owns(worldId, step.fingerprint),
      );
      const merged = [...steps, ...claimed].toSorted((one, other) => one.number - other.number);
      return { steps: merged };
    },
  };
};

/** The steps of all worlds, within the limits. */
class Shelf {
  /** In the order of the last step. */
  readonly #byWorld = new Map<WorldId, Pages>();
  #characters = 0;

  find(worldId: WorldId): Pages | undefined {
    return this.#byWorld.get(worldId);
  }

  /** Returns whether another step of the world would be stored. */
  takes(worldId: WorldId): boolean {
    return this.#byWorld.get(worldId)?.incomplete === undefined;
  }

  add(worldId: WorldId, step: JournalStep): void {
    const pages = this.#byWorld.get(worldId) ?? { steps: [], characters: 0, incomplete: undefined };
    if (pages.incomplete !== undefined) return;
    this.#byWorld.delete(worldId);
    this.#byWorld.set(worldId, pages);
    pages.steps.push(step);
    this.#count(pages, countCharacters(step));
    if (worldId === strangersWorld) {
      const [oldest] = pages.steps;
      if (pages.steps.length <= strangersMax || oldest === undefined) return;
      pages.steps.shift();
      this.#count(pages, -countCharacters(oldest));
      return;
    }
    if (pages.steps.length > stepsPerWorldMax) {
      this.giveUp(worldId, `more than ${stepsPerWorldMax} requests and other steps`);
    } else if (pages.characters > charactersPerWorldMax) {
      this.giveUp(worldId, `more than ${charactersPerWorldMax} characters`);
    }
    for (const oldest of this.#byWorld.keys()) {
      if (this.#characters <= charactersInAllMax) break;
      if (oldest !== strangersWorld) this.giveUp(oldest, "more than this sandbox has room for");
    }
  }

  giveUp(worldId: WorldId, incomplete: string): void {
    this.remove(worldId);
    this.#byWorld.set(worldId, { steps: [], characters: 0, incomplete });
  }

  remove(worldId: WorldId): void {
    this.#characters -= this.#byWorld.get(worldId)?.characters ?? 0;
    this.#byWorld.delete(worldId);
  }

  #count(pages: Pages, characters: number): void {
    pages.characters += characters;
    this.#characters += characters;
  }
}

/** Estimate for the headers and the object itself. */
const otherCharacters = 4_000;

const countCharacters = (step: JournalStep): number =>
  otherCharacters + (step.kind === "sca" ? 0 : step.body.length + (step.response?.length ?? 0));
