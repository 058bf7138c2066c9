import { boolean, integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";
import { worldFileSchema } from "./snapshot-operations.ts";

/** More than a world with 100 000 rows needs, which take some 130 bytes each. */
const worldFileBytesMax = 32 * 1024 * 1024;

/** Ways in which the account data of real banks differ; each world has those that are set. */
export const accountDataProfiles = [
  "pending-ids",
  "pending-amounts",
  "pending-merged",
  "card-month-end",
  "back-dated",
  "reversals",
  "names-cut",
  "late-details",
] as const;
export type AccountDataProfile = (typeof accountDataProfiles)[number];

const profilesSchema = list(oneOf(accountDataProfiles), {
  maxItems: accountDataProfiles.length,
  uniqueItems: true,
  description: `a list with any of ${accountDataProfiles.join(", ")}`,
});

const worldSchema = object({
  worldId: string(),
  name: string(),
  seed: integer(),
  openedAt: integer({ description: "epoch milliseconds of the machine's clock" }),
  lastUsedAt: integer({
    description:
      "epoch milliseconds of the last request; up to an hour early if it was before the last start",
  }),
  tpp: optional(
    string({
      description:
        "identifier of its TPP, from the certificate or of its key; omitted if TPPs share it",
    }),
  ),
  isCopied: boolean({
    description:
      "whether it has its own copy of the data set, from its first SCA or data change on",
  }),
  profiles: profilesSchema,
});

/** Operations on worlds as a whole, and on the banks that have them. */
export const worldOperations = {
  listBanks: {
    method: "GET",
    path: "/banks",
    summary: "Lists the banks of this sandbox, which one certificate authority serves.",
    needsWorld: false,
    status: 200,
    response: object({
      banks: list(
        object({
          name: string(),
          bankNumber: string({ description: "the first four digits of its account numbers" }),
          address: string({ description: "of its interface, console and control API" }),
          colour: string({ description: "the main colour of its pages, like #0f5149" }),
          isThis: boolean({ description: "whether it is the bank that responds" }),
        }),
      ),
    }),
  },
  listWorlds: {
    method: "GET",
    path: "/worlds",
    summary: "Lists the worlds, oldest first: one per TPP, unless they share one.",
    needsWorld: false,
    status: 200,
    response: object({ worlds: list(worldSchema) }),
  },
  findWorld: {
    method: "POST",
    path: "/worlds/find",
    summary: "Returns the world of the TPP that a certificate identifies; opens it if it is new.",
    needsWorld: false,
    body: object({
      certificate: string({ maxLength: 20_000, description: "the TPP's certificate as PEM" }),
    }),
    status: 200,
    response: object({ worldId: string(), name: string() }),
  },
  deleteWorld: {
    method: "DELETE",
    path: "/worlds/{worldId}",
    summary: "Deletes a world and its TPPs; if a TPP comes back, its PSU-IDs are the same.",
    needsWorld: false,
    status: 204,
  },
  setProfiles: {
    method: "PUT",
    path: "/worlds/{worldId}/profiles",
    summary: "Sets the account-data profiles of a world: ways in which data of real banks differ.",
    needsWorld: false,
    body: object({ profiles: profilesSchema }),
    status: 200,
    response: object({ worldId: string(), profiles: profilesSchema }),
  },
  initializeWorld: {
    method: "POST",
    path: "/worlds/reset",
    summary: "Resets a world to the initial data set.",
    needsWorld: true,
    status: 204,
  },
  exportWorld: {
    method: "GET",
    path: "/world",
    summary: "Exports the current world as one JSON file; equal worlds give equal bytes.",
    needsWorld: true,
    status: 200,
    response: worldFileSchema,
    sendsFile: true,
  },
  importWorld: {
    method: "PUT",
    path: "/world",
    summary: "Imports a world from an exported file.",
    needsWorld: true,
    body: worldFileSchema,
    takesFile: true,
    bodyBytesMax: worldFileBytesMax,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
