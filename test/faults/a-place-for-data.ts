import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine, StorageLocation } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";

export interface PlaceForData extends AsyncDisposable {
  /** The settings of a sandbox that stores its data there. */
  readonly settings: Readonly<Record<string, string>>;
  readonly location: StorageLocation;
}

/** Makes an empty place for a sandbox's data on one of the engines, which is removed at the end. */
export const aPlaceForData = async (engine: Engine): Promise<PlaceForData> => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "varde-place-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const database = engine === "postgres" ? stack.use(await freshDatabase()) : undefined;
  const opened = stack.move();
  return {
    settings: { VARDE_DATA: folder, ...(database && { DATABASE_URL: database.url }) },
    location:
      database === undefined ? { engine: "sqlite", folder } : { engine: "postgres", ...database },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
