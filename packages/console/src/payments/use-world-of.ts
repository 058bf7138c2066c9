import { useEffect } from "preact/hooks";
import { control } from "../live/control.ts";
import { selectWorld } from "../live/world.ts";
import { useReading } from "../shown/use-reading.ts";

/** Finds the world of a payment or basket, and selects it: its clock and its batches matter now. */
export const useWorldOf = (resourceId: string) => {
  const { value, error } = useReading(
    () => control.get("/resources/{resourceId}", { parameters: { resourceId } }),
    [resourceId],
  );
  const world = value?.worldId;
  useEffect(() => {
    if (world !== undefined) selectWorld(world);
  }, [world]);
  return { world, missing: error };
};
