import assert from "node:assert/strict";
import type { Worlds } from "@varde/bank";
import { all, one, run, StatementFailed, sql } from "@varde/storage";
import { clearDirectory, copyDirectory } from "../directory/copy-directory.ts";
import { forgetHistoryMark } from "../history/history-store.ts";
import { resetAttemptsMax } from "./constants.ts";
import { lockWorld } from "./lock-world.ts";
import { type World, type WorldRow, worldOfRow } from "./world.ts";
import type { WorldParts } from "./world-parts.ts";
import { WorldTemplates } from "./world-templates.ts";

/** The worlds of the sandbox, opened when first asked for. */
export interface SandboxWorlds extends Worlds {
  /** Makes what worlds are copied from, so that the first one need not wait for it. */
  prepare(): Promise<void>;
  /** Opens a world by copying the initial data set; one that is open stays as it is. */
  openWorld(worldId: string, name: string): Promise<void>;
  /**
   * Back to the initial people, accounts and history. The clock stays where it is, and the names
   * TPPs have for people are the bank's and stay too.
   */
  resetWorld(worldId: string): Promise<void>;
  readWorld(worldId: string): Promise<World | undefined>;
  /** All of them, the oldest first. */
  listWorlds(): Promise<readonly World[]>;
}

export const sharedWorldId = "shared";

export function createSandboxWorlds(parts: WorldParts): SandboxWorlds {
  const templates = new WorldTemplates(parts);
  const opening = new Map<string, Promise<void>>();
  const resetting = new Map<string, Promise<void>>();

  /** Calls that come while a world is being opened wait for it instead of opening it again. */
  const openWorld = (worldId: string, name: string): Promise<void> => {
    const known = opening.get(worldId);
    if (known !== undefined) return known;
    const open = openOnce(worldId, name, parts, templates);
    opening.set(worldId, open);
    return open.finally(() => opening.delete(worldId));
  };

  /** One after the other: what was written before the second call is not to survive it. */
  const resetWorld = (worldId: string): Promise<void> => {
    const previous = resetting.get(worldId) ?? Promise.resolve();
    const next = previous.catch(() => {}).then(() => reset(worldId, parts, templates));
    resetting.set(worldId, next);
    return next.finally(() => {
      if (resetting.get(worldId) === next) resetting.delete(worldId);
    });
  };

  return {
    prepare: async () => {
      await templates.current();
    },
    worldOf: async ({ tppId, name }) => {
      const isShared = parts.isolation === "shared";
      const worldId = isShared ? sharedWorldId : `tpp-${tppId}`;
      await openWorld(worldId, isShared ? "Shared by all TPPs" : name);
      return worldId;
    },
    openWorld,
    resetWorld,
    readWorld: (worldId) => readWorld(worldId, parts),
    listWorlds: async () => {
      const rows = await parts.storage.read(() =>
        all<WorldRow>(sql`select world_id, name, seed, opened_at from sandbox_world
          order by opened_at, world_id`),
      );
      return rows.map(worldOfRow);
    },
  };
}

async function readWorld(worldId: string, { storage }: WorldParts): Promise<World | undefined> {
  const row = await storage.read(() =>
    one<WorldRow>(sql`select world_id, name, seed, opened_at from sandbox_world
      where world_id = ${worldId}`),
  );
  return row && worldOfRow(row);
}

/**
 * The ledger's part comes first and the world's row last, so that a world is there only when it is
 * whole; what a crash left of it is taken over by the next attempt.
 */
async function openOnce(
  worldId: string,
  name: string,
  parts: WorldParts,
  templates: WorldTemplates,
): Promise<void> {
  if ((await readWorld(worldId, parts)) !== undefined) return;
  const from = await templates.current();
  const { startAt } = parts;
  const offsetMs = startAt === undefined ? 0 : startAt - parts.machineNow();
  await copyBooks(from, worldId, parts);
  await parts.storage.write(function* () {
    const [opened] = yield* run(
      sql`insert into sandbox_world (world_id, name, seed, opened_at, clock_offset_ms,
          clock_fixed_at, clock_epoch)
        values (${worldId}, ${name}, ${templates.seed}, ${parts.machineNow()}, ${offsetMs},
          ${startAt ?? null}, 0)
        on conflict do nothing`,
    );
    if (opened === 1n) yield* run(...copyDirectory(from, worldId));
  });
}

/** The books are copied in one step, so any account of the world tells that all of it is there. */
async function copyBooks(from: string, worldId: string, { ledger }: WorldParts): Promise<void> {
  const isCopied = async () => (await ledger.listWorldAccounts(worldId)).length > 0;
  if (await isCopied()) return;
  try {
    await ledger.copyWorld(from, worldId);
  } catch (error) {
    // Another process was faster, and the keys of its rows are taken.
    if (!(error instanceof StatementFailed) || !(await isCopied())) throw error;
  }
}

async function reset(worldId: string, parts: WorldParts, templates: WorldTemplates): Promise<void> {
  assert((await readWorld(worldId, parts)) !== undefined, `There is no world ${worldId}.`);
  const from = await templates.current();
  await untilAlone(() => parts.ledger.resetWorld(worldId, from));
  await untilAlone(() =>
    parts.storage.write(function* () {
      yield* lockWorld(worldId);
      yield* run(
        forgetHistoryMark(worldId),
        ...clearDirectory(worldId),
        ...copyDirectory(from, worldId),
      );
    }),
  );
}

/** Two processes that reset a world want the same keys; the one that lost starts again. */
async function untilAlone(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof StatementFailed) || attempt === resetAttemptsMax) throw error;
    }
  }
}
