import { integer, list, object, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

const nameSchema = object({
  // A client resolves /snapshots/. and /snapshots/.. to other paths.
  name: string({
    pattern: "^[A-Za-z0-9][\\w.-]{0,63}$",
    description: "1 to 64 letters, digits, - . and _, of which the first is a letter or digit",
  }),
});

/** The beginning of an exported world; the rest depends on the version. */
export const worldFileSchema = object({ format: string(), version: integer() });

/** Operations that save and restore snapshots of a world. */
export const snapshotOperations = {
  listSnapshots: {
    method: "GET",
    path: "/snapshots",
    summary: "Lists the snapshots of a world.",
    needsWorld: true,
    status: 200,
    response: object({
      snapshots: list(
        object({
          name: string(),
          savedAt: integer({ description: "epoch milliseconds of the machine's clock" }),
        }),
      ),
    }),
  },
  saveSnapshot: {
    method: "POST",
    path: "/snapshots",
    summary: "Saves a snapshot of the world under a name.",
    needsWorld: true,
    body: nameSchema,
    status: 201,
    response: nameSchema,
  },
  restoreSnapshot: {
    method: "POST",
    path: "/snapshots/{name}/restore",
    summary: "Restores the world from a snapshot.",
    needsWorld: true,
    status: 204,
  },
  readSnapshot: {
    method: "GET",
    path: "/snapshots/{name}",
    summary: "Reads a snapshot as one JSON file.",
    needsWorld: true,
    status: 200,
    response: worldFileSchema,
    sendsFile: true,
  },
  removeSnapshot: {
    method: "DELETE",
    path: "/snapshots/{name}",
    summary: "Deletes a snapshot.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
