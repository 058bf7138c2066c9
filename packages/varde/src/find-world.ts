import type { ControlClient } from "@varde/protocol/control-client";
import { CommandFailed, type Invocation } from "./command.ts";
import { openFolder } from "./open-tpp.ts";

/** Returns the world of a control command: the one given, the only one, or that of the TPP. */
export const findWorld = async (
  invocation: Invocation,
  control: ControlClient,
): Promise<string> => {
  const given = invocation.text("world");
  if (given !== undefined) return given;
  const { worlds } = await control.get("/worlds");
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
