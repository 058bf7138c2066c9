import { peopleAndWorlds } from "./001-people-and-worlds.ts";
import { control } from "./002-control.ts";
import { eventsById } from "./003-events-by-id.ts";
import { historyGoesOn } from "./004-history-goes-on.ts";
import { directoryChanges } from "./005-directory-changes.ts";
import { directoryRowChanges } from "./006-directory-row-changes.ts";
import { stopCountingDirectory } from "./007-stop-counting-directory.ts";
import { cheapWorlds } from "./008-cheap-worlds.ts";
import { openWorldsEmpty } from "./009-open-worlds-empty.ts";

/** Migrations of the sandbox's tables, in the order in which they run. */
export const sandboxMigrations = [
  peopleAndWorlds,
  control,
  eventsById,
  historyGoesOn,
  directoryChanges,
  directoryRowChanges,
  stopCountingDirectory,
  cheapWorlds,
  openWorldsEmpty,
];
