import assert from "node:assert/strict";
import type { WorldId, Worlds } from "@varde/bank";
import { run, StatementFailed, sql } from "@varde/storage";
import { clearDirectory, copyDirectory } from "../directory/copy-directory.ts";
import { deleteHistoryMark } from "../history/history-store.ts";
import { resetAttemptsMax } from "./constants.ts";
import { lockWorld } from "./lock-world.ts";
import { openedWorlds, type World, worldTable } from "./world.ts";
import type { WorldParts } from "./world-parts.ts";
import { WorldTemplates } from "./world-templates.ts";

/** The worlds of the sandbox; each is opened at first use. */
export interface SandboxWorlds extends Worlds {
  /** Creates the template that worlds are copied from, so that the first world opens fast. */
  prepare(): Promise<void>;
  /** Opens a world by copying the initial data set; does nothing if the world exists. */
  openWorld(worldId: WorldId, name: string): Promise<void>;
  /**
   * Resets people, accounts and history to the initial data set. The clock is not changed, nor are
   * the PSU ids that the bank gave to TPPs.
   */
  resetWorld(worldId: WorldId): Promise<void>;
  readWorld(worldId: WorldId): Promise<World | undefined>;
  /** Lists all worlds, oldest first. */
  listWorlds(): Promise<readonly World[]>;
}

export const sharedWorldId = "shared";

export function createSandboxWorlds(parts: WorldParts): SandboxWorlds {
  const templates = new WorldTemplates(parts);
  const opening = new Map<string, Promise<void>>();
  const resetting = new Map<string, Promise<void>>();

  /** Opens a world once: calls that arrive while it is being opened wait for the same promise. */
  const openWorld = (worldId: WorldId, name: string): Promise<void> => {
    const known = opening.get(worldId);
    if (known !== undefined) return known;
    const open = openOnce(worldId, name, parts, templates);
    opening.set(worldId, open);
    return open.finally(() => opening.delete(worldId));
  };

  /** Queues resets of a world, so that nothing written before a call survives that call. */
  const resetWorld = (worldId: WorldId): Promise<void> => {
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
    resolveWorld: async ({ tppId, name }) => {
      const isShared = parts.isolation === "shared";
      const worldId = isShared ? sharedWorldId : `tpp-${tppId}`;
      await openWorld(worldId, isShared ? "Shared by all TPPs" : name);
      return worldId;
    },
    openWorld,
    resetWorld,
    readWorld: (worldId) => readWorld(worldId, parts),
    listWorlds: () =>
      parts.storage.read(() =>
        openedWorlds.all(sql`select ${openedWorlds.columns} from sandbox_world
          order by opened_at, world_id`),
      ),
  };
}

const readWorld = (worldId: WorldId, { storage }: WorldParts): Promise<World | undefined> =>
  storage.read(() =>
    openedWorlds.one(sql`select ${openedWorlds.columns} from sandbox_world
      where world_id = ${worldId}`),
  );

/**
 * Copies the ledger first and inserts the world's row last, so that a world exists only when it is
 * complete. If a crash interrupts it, the next attempt reuses the copied books.
 */
async function openOnce(
  worldId: WorldId,
  name: string,
  parts: WorldParts,
  templates: WorldTemplates,
): Promise<void> {
  if ((await readWorld(worldId, parts)) !== undefined) return;
  const from = await templates.current();
  const { startAt } = parts;
  const offsetMs = startAt === undefined ? 0 : startAt - parts.machineNow();
  await copyBooks(from, worldId, parts);
  const world = {
    worldId,
    name,
    seed: templates.seed,
    openedAt: parts.machineNow(),
    clockOffsetMs: offsetMs,
    clockFixedAt: startAt,
    clockEpoch: 0,
  };
  await parts.storage.write(function* () {
    const [opened] = yield* run(sql`${worldTable.insert(world)} on conflict do nothing`);
    if (opened === 1n) yield* run(...copyDirectory(from, worldId));
  });
}

/** Copies the books in one transaction, so if any account exists the copy is complete. */
async function copyBooks(from: WorldId, worldId: WorldId, { ledger }: WorldParts): Promise<void> {
  const isCopied = async () => (await ledger.listWorldAccounts(worldId)).length > 0;
  if (await isCopied()) return;
  try {
    await ledger.copyWorld(from, worldId);
  } catch (error) {
    // Another process copied the same rows first.
    if (!(error instanceof StatementFailed) || !(await isCopied())) throw error;
  }
}

async function reset(
  worldId: WorldId,
  parts: WorldParts,
  templates: WorldTemplates,
): Promise<void> {
  assert((await readWorld(worldId, parts)) !== undefined, `There is no world ${worldId}.`);
  const from = await templates.current();
  await retryOnConflict(() => parts.ledger.resetWorld(worldId, from));
  await retryOnConflict(() =>
    parts.storage.write(function* () {
      yield* lockWorld(worldId);
      yield* run(
        deleteHistoryMark(worldId),
        ...clearDirectory(worldId),
        ...copyDirectory(from, worldId),
      );
    }),
  );
}

/** Retries a step that failed because another process reset the world at the same time. */
async function retryOnConflict(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof StatementFailed) || attempt === resetAttemptsMax) throw error;
    }
  }
}
