import { accountDataProfiles } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { tppOptions } from "../../options.ts";

export const worlds: Command = {
  usage: ["worlds", "worlds profiles ID [NAME...]", "worlds delete ID..."],
  about: [
    "Lists the worlds of the sandbox: isolated banks, one per TPP. A world reads the initial " +
      "data set until its first SCA or change of test data, and then has its own copy.",
    "profiles sets the account-data profiles of a world, ways in which the data of real banks " +
      `differ: ${accountDataProfiles.join(", ")}. Without names it turns all of them off. ` +
      "VARDE_PROFILES sets those of every other world; most need VARDE_HISTORY=continues.",
    "delete deletes worlds by id or name, with their TPPs, payments, consents and snapshots. " +
      "If a TPP comes back, it gets a new world in which its PSU-IDs are the same. The sandbox " +
      "also deletes worlds that nobody has used for 30 days, or for VARDE_WORLD_DAYS.",
  ],
  options: tppOptions,
  examples: [
    { line: "varde worlds" },
    { line: "varde worlds profiles tpp-6xoYnUSbyRE_qAfmmCfoLQ pending-ids names-cut" },
    { line: "varde worlds delete tpp-6xoYnUSbyRE_qAfmmCfoLQ" },
  ],
  run: async (invocation) => {
    const [act, ...names] = invocation.words;
    const control = openControlApi(invocation);
    switch (act) {
      case undefined:
        refuseExtraArguments(names);
        return list(invocation, control);
      case "delete":
        if (names.length === 0) throw new UsageError("give the id of a world");
        return remove(invocation, control, names);
      case "profiles":
        return setProfiles(invocation, control, names);
      default:
        throw unknownWord("argument", act, ["delete", "profiles"]);
    }
  },
};

const list = async ({ terminal }: Invocation, control: ControlClient): Promise<void> => {
  const { worlds: found } = await control.get("/worlds");
  const rows = found.map(({ worldId, name, openedAt, lastUsedAt, isCopied, profiles }) => [
    worldId,
    name,
    formatTime(openedAt),
    formatTime(lastUsedAt),
    isCopied ? "own copy" : "initial",
    profiles.join(" ") || "none",
  ]);
  const headings = ["ID", "NAME", "OPENED", "LAST USED", "DATA", "PROFILES"];
  terminal.table(headings, rows);
  terminal.json(found);
};

const formatTime = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** Deletes worlds by id or name; refuses before the first deletion if a name is not unique. */
const remove = async (
  { terminal }: Invocation,
  control: ControlClient,
  names: readonly string[],
): Promise<void> => {
  const { worlds: found } = await control.get("/worlds");
  const ids = names.map((named) => findWorldId(found, named));
  for (const worldId of ids) {
    await control.delete("/worlds/{worldId}", { parameters: { worldId } });
    terminal.line(`Deleted ${worldId}`);
  }
  terminal.json(ids);
};

const findWorldId = (
  worlds: readonly { readonly worldId: string; readonly name: string }[],
  named: string,
): string => {
  const [world, another] = worlds.filter((each) => [each.worldId, each.name].includes(named));
  if (world === undefined) throw new CommandFailed(`There is no world ${named}.`);
  if (another !== undefined)
    throw new CommandFailed(`Several worlds are named ${named}; give the id.`);
  return world.worldId;
};

const setProfiles = async (
  { terminal }: Invocation,
  control: ControlClient,
  [named, ...names]: readonly string[],
): Promise<void> => {
  if (named === undefined) throw new UsageError("give the id of a world");
  const wanted = names.map((name) => {
    const profile = accountDataProfiles.find((known) => known === name);
    if (profile === undefined) throw unknownWord("profile", name, accountDataProfiles);
    return profile;
  });
  const { worlds: found } = await control.get("/worlds");
  const worldId = findWorldId(found, named);
  const set = await control.put("/worlds/{worldId}/profiles", {
    parameters: { worldId },
    body: { profiles: wanted },
  });
  terminal.line(`Profiles of ${worldId}: ${set.profiles.join(", ") || "none"}`);
  terminal.json(set);
};
