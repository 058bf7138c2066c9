import { schemaType } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlOperation } from "./control-operation.ts";

const { integer, object, string } = schemaType;

const snapshotBody = object({
  name: string({ pattern: "^[\\w.-]{1,64}$", description: "letters, digits, - . and _" }),
});
const snapshotFile = object({ format: string(), version: integer() });

/** Operations that save, restore, export and import worlds. */
export const snapshotOperations: readonly ControlOperation[] = [
  {
    id: "listSnapshots",
    method: "GET",
    path: "/snapshots",
    summary: "Lists the snapshots of a world.",
    needsWorld: true,
    status: 200,
    serve: async ({ world }) => ({ snapshots: await world.snapshots.list() }),
  },
  {
    id: "saveSnapshot",
    method: "POST",
    path: "/snapshots",
    summary: "Saves a snapshot of the world under a name.",
    needsWorld: true,
    body: snapshotBody,
    status: 201,
    serve: async ({ world, body }) => {
      await world.snapshots.save(body.name);
      return { name: body.name };
    },
  },
  {
    id: "restoreSnapshot",
    method: "POST",
    path: "/snapshots/{name}/restore",
    summary: "Restores the world from a snapshot.",
    needsWorld: true,
    status: 204,
    serve: async ({ world, parameters }) =>
      void (await world.snapshots.restore(parameters.name ?? "")),
  },
  {
    id: "readSnapshot",
    method: "GET",
    path: "/snapshots/{name}",
    summary: "Reads a snapshot as one JSON file.",
    needsWorld: true,
    status: 200,
    serve: ({ world, parameters }) => world.snapshots.export(parameters.name ?? ""),
  },
  {
    id: "removeSnapshot",
    method: "DELETE",
    path: "/snapshots/{name}",
    summary: "Deletes a snapshot.",
    needsWorld: true,
    status: 204,
    serve: async ({ world, parameters }) => {
      if (await world.snapshots.remove(parameters.name ?? "")) return undefined;
      throw new ControlRefused(`there is no snapshot ${parameters.name}`);
    },
  },
  {
    id: "exportWorld",
    method: "GET",
    path: "/world",
    summary: "Exports the current world as one JSON file; equal worlds give equal bytes.",
    needsWorld: true,
    status: 200,
    serve: ({ world }) => world.snapshots.export(),
  },
  {
    id: "importWorld",
    method: "PUT",
    path: "/world",
    summary: "Imports a world from an exported file.",
    needsWorld: true,
    body: snapshotFile,
    takesFile: true,
    status: 204,
    serve: async ({ world, text }) => void (await world.snapshots.import(text)),
  },
];
