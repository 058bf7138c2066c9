import assert from "node:assert/strict";
import type { WorldId, Worlds } from "@varde/bank";
import { type AccountDataProfile, Invalid } from "@varde/protocol";
import {
  type Awaitable,
  andThen,
  one,
  type RecordOf,
  run,
  type Storage,
  sql,
  type Unit,
} from "@varde/storage";
import { checkProfiles, type WorldProfiles } from "../history/account-data-profile.ts";
import type { WorldData } from "../world-data.ts";
import { useRecordedMs } from "./constants.ts";
import { copyTemplate } from "./copy-template.ts";
import { deleteWorld, listDeletable } from "./delete-world.ts";
import { createRoomMaker } from "./make-room.ts";
import { openedWorlds, readProfileNames, type World, worldTable } from "./world.ts";
import type { WorldParts } from "./world-parts.ts";
import { WorldTemplates } from "./world-templates.ts";

/** The worlds of the sandbox; each is opened at first use. */
export interface SandboxWorlds extends Required<Worlds>, WorldData {
  /** Creates the template that worlds are copied from, so that the first request is fast. */
  prepare(): Promise<void>;
  /** Opens a world, which reads the initial data set; does nothing if the world exists. */
  openWorld(worldId: WorldId, name: string): Promise<void>;
  /**
   * Resets people, accounts and history to the initial data set. The clock is not changed, nor are
   * the PSU ids that the bank gave to TPPs.
   */
  resetWorld(worldId: WorldId): Promise<void>;
  readWorld(worldId: WorldId): Promise<World | undefined>;
  /** Lists all worlds, oldest first. */
  listWorlds(): Promise<readonly World[]>;
  /** Returns a text that changes when a world is opened or deleted, or gets profiles. */
  countWorlds(): Promise<string>;
  /** Returns the account-data profiles of a world, with its seed; cheap, as every read asks. */
  readProfiles(worldId: WorldId): Awaitable<WorldProfiles>;
  /** Sets the account-data profiles of a world. */
  setProfiles(
    worldId: WorldId,
    names: readonly AccountDataProfile[],
  ): Promise<readonly AccountDataProfile[] | Invalid>;
  /** Deletes a world except its PSU-IDs. Returns false if there is no such world. */
  deleteWorld(worldId: WorldId): Promise<boolean>;
  /** Deletes the worlds that were not used for a time, and returns their ids. */
  deleteUnused(unusedMs: number, stopping: AbortSignal): Promise<readonly WorldId[]>;
}

export const sharedWorldId = "shared";

const worldStates = worldTable.pick("isCopied", "isDeleting", "lastUsedAt", "seed", "profiles");
interface WorldState extends Omit<RecordOf<typeof worldStates>, "seed" | "profiles"> {
  readonly profiles: WorldProfiles;
}

/** Creates the worlds of one process. */
export function createSandboxWorlds(parts: WorldParts): SandboxWorlds {
  const { storage, databaseNow } = parts;
  const templates = new WorldTemplates(parts);
  const readState = createStateReader(parts);
  const makeRoom = createRoomMaker(storage, parts.limits, databaseNow);
  const copy = async (worldId: WorldId, when: "missing" | "always"): Promise<void> =>
    copyTemplate(storage, { worldId, from: await templates.current(), when });

  /** First completes the deletion of an older world. */
  const openWorld = async (worldId: WorldId, name: string): Promise<void> => {
    const state = await readState(worldId);
    if (state !== undefined && !state.isDeleting) return;
    if (state?.isDeleting) await deleteWorld(storage, worldId, { unusedSince: 0 });
    else await makeRoom();
    const { withCopy } = await insertWorld(parts, { worldId, name, seed: templates.seed });
    if (withCopy) await copy(worldId, "missing");
  };

  return {
    ...listing(parts),
    ...profileControl(parts, readState, templates.seed),
    prepare: async () => {
      await templates.current();
    },
    resolveWorld: async ({ tppId, name }) => {
      const isShared = parts.isolation === "shared";
      const worldId = isShared ? sharedWorldId : `tpp-${tppId}`;
      await openWorld(worldId, isShared ? "Shared by all TPPs" : name);
      return worldId;
    },
    useWorld: async (worldId) => {
      const state = await readState(worldId);
      if (state === undefined || state.isDeleting) return false;
      const now = databaseNow();
      if (now - state.lastUsedAt >= useRecordedMs) {
        await storage.write(() =>
          run(sql`update sandbox_world set last_used_at = ${now} where world_id = ${worldId}`),
        );
      }
      return true;
    },
    openWorld,
    dataWorld: (worldId) =>
      andThen(readState(worldId), (state) => (state?.isCopied ? worldId : templates.current())),
    copyDataSet: async (worldId) => {
      if ((await readState(worldId))?.isCopied) return;
      await openWorld(worldId, worldId);
      await copy(worldId, "missing");
    },
    resetWorld: async (worldId) => {
      const state = await readState(worldId);
      assert(state !== undefined, `There is no world ${worldId}.`);
      if (state.isCopied) await copy(worldId, "always");
    },
    deleteWorld: (worldId) => deleteWorld(storage, worldId),
    deleteUnused: (unusedMs, stopping) =>
      deleteUnused(storage, { unusedSince: databaseNow() - unusedMs, stopping }),
  };
}

const createStateReader = ({ storage, profiles: standard = [] }: WorldParts) => {
  const states = storage.createReadCache<WorldState | undefined>({
    name: "worlds",
    entriesMax: 10_000,
    groups: [{ table: "sandbox_world", key: ["world_id"] }],
  });
  return (worldId: WorldId) =>
    states.read([worldId], function* (): Unit<WorldState | undefined> {
      const row = yield* worldStates.one(
        sql`select ${worldStates.columns} from sandbox_world where world_id = ${worldId}`,
      );
      if (row === undefined) return undefined;
      const { seed, profiles, ...state } = row;
      const names = new Set(readProfileNames(profiles, standard));
      return { ...state, profiles: { seed, names } };
    });
};

const profileControl = (
  { storage, history = "ends", profiles: standard = [] }: WorldParts,
  readState: ReturnType<typeof createStateReader>,
  seed: number,
): Pick<SandboxWorlds, "readProfiles" | "setProfiles"> => {
  const ofNewWorlds = { seed, names: new Set(standard) };
  return {
    readProfiles: (worldId) =>
      andThen(readState(worldId), (state) => state?.profiles ?? ofNewWorlds),
    setProfiles: async (worldId, names) => {
      const fault = checkProfiles(names, history);
      if (fault !== undefined) return fault;
      const [changed] = await storage.write(() =>
        run(sql`update sandbox_world set profiles = ${names.join(",")}
          where world_id = ${worldId} and is_deleting = 0`),
      );
      return changed === 1n
        ? readProfileNames(names.join(","), [])
        : new Invalid(`there is no world ${worldId}`);
    },
  };
};

/**
 * Inserts a world without a copy of the data set, unless it exists. Returns whether it has to be
 * copied at once, because version 0.1.0 may still use the database.
 */
const insertWorld = async (
  { storage, databaseNow, startAt, findClock }: WorldParts,
  opened: { readonly worldId: WorldId; readonly name: string; readonly seed: number },
): Promise<{ readonly withCopy: boolean }> => {
  const clock = await findClock?.(opened.worldId);
  const now = databaseNow();
  const fixedAt = clock === undefined ? startAt : clock.isFixed ? clock.nowMs : undefined;
  const world = {
    ...opened,
    openedAt: now,
    clockOffsetMs: fixedAt === undefined ? (clock?.offsetMs ?? 0) : fixedAt - now,
    clockFixedAt: fixedAt,
    clockEpoch: 0,
    isCopied: false,
    isDeleting: false,
    lastUsedAt: now,
    profiles: undefined,
  };
  return storage.write(function* () {
    yield* run(worldTable.insertNew(world));
    const opening = yield* one<{ with_copy: bigint }>(sql`select with_copy from sandbox_opening`);
    return { withCopy: opening?.with_copy === 1n };
  });
};

const listing = ({
  storage,
  profiles: standard = [],
}: WorldParts): Pick<SandboxWorlds, "readWorld" | "listWorlds" | "countWorlds"> => ({
  readWorld: async (worldId) => {
    const row = await storage.read(() =>
      openedWorlds.one(sql`select ${openedWorlds.columns} from sandbox_world
        where world_id = ${worldId} and is_deleting = 0`),
    );
    return row && { ...row, profiles: readProfileNames(row.profiles, standard) };
  },
  listWorlds: async () => {
    const rows = await storage.read(() =>
      openedWorlds.all(sql`select ${openedWorlds.columns} from sandbox_world
        where is_deleting = 0 order by opened_at, world_id`),
    );
    return rows.map((row) => ({ ...row, profiles: readProfileNames(row.profiles, standard) }));
  },
  countWorlds: async () => {
    const row = await storage.read(() =>
      one<{ count: bigint; newest: bigint | null; profiles: bigint | null }>(
        sql`select count(*) as count, max(opened_at) as newest,
            cast(sum(length(profiles)) as bigint) as profiles from sandbox_world
          where is_deleting = 0`,
      ),
    );
    return `${row?.count} ${row?.newest} ${row?.profiles}`;
  },
});

const deleteUnused = async (
  storage: Storage,
  unused: { readonly unusedSince: number; readonly stopping: AbortSignal },
): Promise<readonly WorldId[]> => {
  const deleted: WorldId[] = [];
  for (const worldId of await listDeletable(storage, unused.unusedSince)) {
    if (unused.stopping.aborted) break;
    if (await deleteWorld(storage, worldId, unused)) deleted.push(worldId);
  }
  return deleted;
};
