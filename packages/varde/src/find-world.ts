import { CommandFailed, type Invocation } from "./command.ts";
import type { ControlClient } from "./control-client.ts";
import { openFolder } from "./open-tpp.ts";

interface World {
  readonly worldId: string;
  readonly name: string;
}

/** Returns the world of a control command: the one given, the only one, or that of the TPP. */
export const findWorld = async (
  invocation: Invocation,
  control: ControlClient,
): Promise<string> => {
  const given = invocation.text("world");
  if (given !== undefined) return given;
  const { worlds } = await control.get<{ worlds: readonly World[] }>("/worlds");
  const folder = openFolder(invocation);
  const name = folder.exists ? folder.readRecord().name : undefined;
  const ours = worlds.length === 1 ? worlds : worlds.filter((world) => world.name === name);
  const [world, another] = ours;
  if (world !== undefined && another === undefined) return world.worldId;
  const known = worlds.map((each) => `\n  ${each.worldId}  ${each.name}`).join("");
  throw new CommandFailed(
    known === ""
      ? "The sandbox has no world yet. The first request of a TPP creates one."
      : `There are several worlds; choose one with --world:${known}`,
  );
};

/** Returns a function that adds the world to the path of a control operation. */
export const inWorld =
  (worldId: string) =>
  (path: string): string =>
    `${path}?${new URLSearchParams({ world: worldId })}`;
