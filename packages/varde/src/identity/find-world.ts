import type { ControlClient } from "@varde/protocol/control-client";
import { CommandFailed, type Invocation } from "../command.ts";
import { openFolder } from "./open-tpp.ts";

/**
 * Returns the world of a control command: the given one, or that of the TPP. The sandbox finds it
 * by the TPP's certificate, because several TPPs may have the same name.
 */
export const findWorld = async (
  invocation: Invocation,
  control: ControlClient,
): Promise<string> => {
  const given = invocation.text("world");
  if (given !== undefined) return given;
  const folder = openFolder(invocation);
  if (folder.exists) {
    const { certificate } = folder.readIdentity();
    return (await control.post("/worlds/find", { body: { certificate } })).worldId;
  }
  const { worlds } = await control.get("/worlds");
  const [world, another] = worlds;
  if (world !== undefined && another === undefined) return world.worldId;
  throw new CommandFailed(
    worlds.length === 0
      ? "The sandbox has no world yet. The first request of a TPP creates one."
      : [
          `There is no TPP in ${folder.path} and there are several worlds; ` +
            "choose one with --world:",
          ...worlds.map((each) => `  ${each.worldId}  ${each.name}`),
        ],
  );
};
