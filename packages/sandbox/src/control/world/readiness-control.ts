import { listWorldConsents, readWorldTime, revokeConsent, type WorldId } from "@varde/bank";
import {
  type ClientProfile,
  type ClientTrap,
  clientProfiles,
  clientTraps,
  gradeClient,
  startOver,
} from "@varde/conformance/client";
import { type ControlResponse, consentsListedMax, isOneOf } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { advanceWorld } from "./advance-world.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { reportReadiness } from "./readiness-report.ts";

type Readiness = ControlResponse<"readReadiness">;

interface JudgedRequests {
  readonly profile?: string;
  readonly since?: string;
}

/** Judges the TPP of a world, and arms traps for it. */
export interface ReadinessControl {
  /** Judges the client by its requests, of a profile such as pisp, since a time. */
  read(wanted?: JudgedRequests): Promise<Readiness>;
  /** Writes the same judgement as a page and as JUnit. */
  report(wanted?: JudgedRequests): Promise<ControlResponse<"reportReadiness">>;
  /** Arms a trap and disarms the one before; says what to do so that it takes effect. */
  arm(trap: string): Promise<{ readonly trap: string; readonly toSee: string }>;
  /** Starts over: requests before it are not judged any more. */
  startOver(): Promise<void>;
}

export const readinessControl = (
  sandbox: ControlledSandbox,
  worldId: WorldId,
): ReadinessControl => ({
  read: (wanted) => judge(sandbox, worldId, wanted),
  report: async (wanted) =>
    reportReadiness(await judge(sandbox, worldId, wanted), sandbox.clock.machineNow()),
  arm: async (named) => {
    const trap = clientTraps.find(({ id }) => id === named);
    if (trap === undefined) {
      const ids = clientTraps.map(({ id }) => id).join(", ");
      throw new ControlRefused(`there is no trap ${named.slice(0, 100)}; the traps are ${ids}`);
    }
    await disarm(sandbox, worldId);
    await mark(sandbox, worldId, trap.id);
    await spring(trap, sandbox, worldId);
    return { trap: trap.id, toSee: trap.toSee };
  },
  startOver: async () => {
    await disarm(sandbox, worldId);
    await mark(sandbox, worldId, startOver);
  },
});

const judge = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  { profile = "both", since }: JudgedRequests = {},
): Promise<Readiness> => {
  const facts = await sandbox.requestFacts.list(worldId);
  const from = since === undefined ? 0 : parseSince(since);
  const grade = gradeClient(
    facts.filter(({ at }) => at >= from),
    parseProfile(profile),
    sandbox.clock.machineNow(),
  );
  return {
    ...grade,
    ...(grade.from !== undefined && { from: new Date(grade.from).toISOString() }),
    ...(grade.until !== undefined && { until: new Date(grade.until).toISOString() }),
  } as Readiness;
};

const parseProfile = (profile: string): ClientProfile => {
  if (isOneOf(clientProfiles, profile)) return profile;
  throw new ControlRefused(`profile must be one of ${clientProfiles.join(", ")}`);
};

const parseSince = (since: string): number => {
  const at = Date.parse(since);
  if (!Number.isNaN(at)) return at;
  throw new ControlRefused("since must be a time like 2026-11-17T09:00:00Z");
};

/** Stores a mark among the requests, which separates those before from those after. */
const mark = async (sandbox: ControlledSandbox, worldId: WorldId, name: string): Promise<void> => {
  const { requestFacts, clock } = sandbox;
  const number = requestFacts.nextNumber();
  const worldAt = await clock.now(worldId);
  requestFacts.add(worldId, { kind: "mark", number, at: clock.machineNow(), worldAt, mark: name });
};

/** Removes the scenarios of traps that were armed before, so that one is armed at a time. */
const disarm = async ({ scenarioTable }: ControlledSandbox, worldId: WorldId): Promise<void> => {
  const names = new Set<string | undefined>(clientTraps.map(({ id }) => id));
  for (const { scenarioId, scenario } of await scenarioTable.list(worldId)) {
    if (names.has(scenario.name)) await scenarioTable.remove(worldId, scenarioId);
  }
};

const sessionMs = 61 * 60_000;

const spring = async (
  { arming }: ClientTrap,
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<void> => {
  if ("scenario" in arming) await sandbox.scenarioTable.add(worldId, arming.scenario);
  else if (arming.action === "revoke-consents") await revokeConsents(sandbox, worldId);
  else await advanceWorld(sandbox, worldId, sessionMs);
};

/** Revokes every consent of the world, as its PSUs would on the bank's own pages. */
const revokeConsents = async (sandbox: ControlledSandbox, worldId: WorldId): Promise<void> => {
  const { storage, clock, bank } = sandbox;
  const time = await readWorldTime(worldId, clock);
  const page = { limit: consentsListedMax, before: undefined };
  for (const { consentId, personId } of await listWorldConsents(storage, worldId, page, time)) {
    const revocation = { worldId, consentId, personId, accountId: undefined, at: time.now };
    await storage.write(() => revokeConsent(revocation, bank.ids));
  }
};
