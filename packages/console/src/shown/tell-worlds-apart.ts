import { computed } from "@preact/signals";
import type { ExchangeSummary } from "@varde/protocol";
import { lastRequestAt } from "../live/exchanges.ts";
import { type World, worlds } from "../live/world.ts";
import { formatDistance } from "./format-clock.ts";

const tailLength = 4;

/** Returns the end of what identifies the world's TPP: its organisation number, or its key. */
const findTail = ({ tpp }: World): string | undefined =>
  tpp === undefined ? undefined : `…${tpp.slice(-tailLength)}`;

const findLastUse = ({ worldId, lastUsedAt }: World): number =>
  Math.max(lastUsedAt, Date.parse(lastRequestAt.get(worldId) ?? "") || 0);

/** A world as the list of worlds shows it: `3 · Example TPP · …4821 · used 5 min ago`. */
export interface ListedWorld {
  readonly worldId: string;
  readonly words: string;
}

/** Lists the worlds, the one that was used last first. Each has its number since the first one. */
export const listWorlds = (now: number): readonly ListedWorld[] =>
  worlds.value
    .map((world, at) => ({ world, number: at + 1, usedAt: findLastUse(world) }))
    .toSorted((one, other) => other.usedAt - one.usedAt || other.number - one.number)
    .map(({ world, number, usedAt }) => {
      const ago = formatDistance(now - usedAt);
      const parts = [
        number,
        world.name,
        findTail(world),
        `used ${ago}${ago === "now" ? "" : " ago"}`,
      ];
      return {
        worldId: world.worldId,
        words: parts.filter((part) => part !== undefined).join(" · "),
      };
    });

/** The tails of those worlds that have the same name as another. */
const tails = computed<ReadonlyMap<string, string>>(() => {
  const sameName = Map.groupBy(worlds.value, ({ name }) => name);
  return new Map(
    worlds.value.flatMap((world) => {
      const tail = findTail(world);
      const isAlone = sameName.get(world.name)?.length === 1;
      return isAlone || tail === undefined ? [] : [[world.worldId, ` ${tail}`] as const];
    }),
  );
});

/** Returns a TPP's name, with the end of its identifier if another TPP has the same name. */
export const nameTpp = (name: string, worldId: string | undefined): string =>
  name + (tails.value.get(worldId ?? "") ?? "");

type Caller = Pick<ExchangeSummary, "tpp" | "worldId" | "certificate">;

/** Returns the name of the caller of a request; what a refused certificate says is not verified. */
export const nameCaller = ({ tpp, worldId, certificate }: Caller): string => {
  if (tpp !== undefined) return nameTpp(tpp, worldId);
  return certificate === undefined ? "unknown caller" : `${certificate} (not verified)`;
};
