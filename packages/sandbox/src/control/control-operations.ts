import { schemaType } from "@varde/protocol";
import { type Scenario, scenarioSchema } from "../scenarios/scenario.ts";
import { type SigningWish, signingWishSchema } from "../signing-desk/sign-as-tpp.ts";
import { callFromDesk, listTpps, signAtDesk } from "../signing-desk/signing-desk.ts";
import { completeSca, type ScaWish, scaWishSchema } from "./complete-sca.ts";
import { type ControlOperation, limitOf } from "./control-operation.ts";
import { ControlRefused } from "./control-refused.ts";
import { customerOperations } from "./customer-operations.ts";
import { certificateWishSchema, issueCertificate } from "./issue-certificate.ts";

const { integer, object, oneOf, optional, string, stringOrNumber } = schemaType;

const clockBody = object({
  now: string({ maxLength: 40, description: "an ISO 8601 time like 2026-11-16T05:00:00+01:00" }),
  motion: optional(oneOf(["running", "fixed"])),
});
const advanceBody = object({
  by: stringOrNumber({ description: "milliseconds, or a duration like P1D or PT90M" }),
});
const snapshotBody = object({
  name: string({ pattern: "^[\\w.-]{1,64}$", description: "letters, digits, - . and _" }),
});
/** A snapshot is judged as a whole when it is read. */
const snapshotFile = object({ format: string(), version: integer() });

const general: readonly ControlOperation[] = [
  {
    id: "listWorlds",
    method: "GET",
    path: "/worlds",
    summary: "The worlds there are: one for each TPP, unless they share one.",
    needsWorld: false,
    answers: 200,
    serve: async ({ sandbox }) => ({ worlds: await sandbox.listWorlds() }),
  },
  {
    id: "completeSca",
    method: "POST",
    path: "/sca",
    summary: "Walks an SCA in place of the PSU and answers where the browser would go.",
    needsWorld: false,
    body: scaWishSchema,
    answers: 200,
    serve: async ({ sandbox, body }) => {
      const walked = await completeSca(body as ScaWish, sandbox);
      if (!walked.ok) throw new ControlRefused(walked.reason);
      return walked.value;
    },
  },
  {
    id: "issueCertificate",
    method: "POST",
    path: "/tpp-certificates",
    summary: "Issues a TPP's certificate and key, working or failing in a named way.",
    needsWorld: false,
    body: certificateWishSchema,
    isForOwnPages: true,
    answers: 201,
    serve: ({ sandbox, body }) => issueCertificate(body, sandbox),
  },
  {
    id: "listTpps",
    method: "GET",
    path: "/tpps",
    summary: "The TPPs the sandbox can sign for: those it made, the newest first.",
    needsWorld: false,
    isForOwnPages: true,
    answers: 200,
    serve: async ({ sandbox }) => ({ tpps: listTpps(sandbox) }),
  },
  {
    id: "signRequest",
    method: "POST",
    path: "/signatures",
    summary: "Signs a request with the key of such a TPP: the string, the headers, a curl line.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingWishSchema,
    answers: 200,
    serve: ({ sandbox, body }) => signAtDesk(body as SigningWish, sandbox),
  },
  {
    id: "sendSignedRequest",
    method: "POST",
    path: "/signed-requests",
    summary: "The same, and sends it: also the bank's answer, with the reason of a refusal.",
    needsWorld: false,
    isForOwnPages: true,
    body: signingWishSchema,
    answers: 200,
    serve: ({ sandbox, body }) => callFromDesk(body as SigningWish, sandbox),
  },
];

const time: readonly ControlOperation[] = [
  {
    id: "initializeWorld",
    method: "POST",
    path: "/worlds/reset",
    summary: "Brings a world back to the initial data set.",
    needsWorld: true,
    answers: 204,
    serve: async ({ world }) => void (await world.initialize()),
  },
  {
    id: "readClock",
    method: "GET",
    path: "/clock",
    summary: "What time it is in a world.",
    needsWorld: true,
    answers: 200,
    serve: ({ world }) => world.clock.read(),
  },
  {
    id: "setClock",
    method: "PUT",
    path: "/clock",
    summary: "Sets the clock, which stands still there unless motion is running.",
    needsWorld: true,
    body: clockBody,
    answers: 200,
    serve: ({ world, body }) => world.clock.set(body.now, body.motion),
  },
  {
    id: "advanceClock",
    method: "POST",
    path: "/clock/advance",
    summary: "Goes forward with every batch and every expiry in between.",
    needsWorld: true,
    body: advanceBody,
    answers: 200,
    serve: ({ world, body }) => world.clock.advance(body.by),
  },
  {
    id: "releaseClock",
    method: "DELETE",
    path: "/clock",
    summary: "Back to the machine's time.",
    needsWorld: true,
    answers: 200,
    serve: ({ world }) => world.clock.release(),
  },
  {
    id: "listBatches",
    method: "GET",
    path: "/batches",
    summary: "The batches that ran last and those that come next.",
    needsWorld: true,
    query: { limit: "how many of each, 20 if left out" },
    answers: 200,
    serve: async ({ world, query }) => ({
      batches: (await world.batches.list(limitOf(query, 20, 200))).map((batch) => ({
        ...batch,
        dueAt: new Date(batch.dueAt).toISOString(),
      })),
    }),
  },
  {
    id: "runBatch",
    method: "POST",
    path: "/batches",
    summary: "Runs one payment batch now, outside the timetable.",
    needsWorld: true,
    answers: 200,
    serve: async ({ world }) => ({ taken: await world.batches.run() }),
  },
];

const scenarios: readonly ControlOperation[] = [
  {
    id: "listScenarios",
    method: "GET",
    path: "/scenarios",
    summary: "What is to go wrong in a world, and how often it was met.",
    needsWorld: true,
    answers: 200,
    serve: async ({ world }) => ({ scenarios: await world.scenarios.list() }),
  },
  {
    id: "addScenario",
    method: "POST",
    path: "/scenarios",
    summary: "Makes matching calls fail, wait or break, an SCA fail, or a payment end otherwise.",
    needsWorld: true,
    body: scenarioSchema,
    answers: 201,
    serve: async ({ world, body }) => ({
      scenarioId: await world.scenarios.add(body as Scenario),
    }),
  },
  {
    id: "clearScenarios",
    method: "DELETE",
    path: "/scenarios",
    summary: "Takes all scenarios of a world away.",
    needsWorld: true,
    answers: 204,
    serve: async ({ world }) => void (await world.scenarios.clear()),
  },
  {
    id: "removeScenario",
    method: "DELETE",
    path: "/scenarios/{scenarioId}",
    summary: "Takes one scenario away.",
    needsWorld: true,
    answers: 204,
    serve: async ({ world, parameters }) => {
      const { scenarioId = "" } = parameters;
      if (await world.scenarios.remove(scenarioId)) return undefined;
      throw new ControlRefused(`there is no scenario ${scenarioId}`);
    },
  },
];

const snapshots: readonly ControlOperation[] = [
  {
    id: "listSnapshots",
    method: "GET",
    path: "/snapshots",
    summary: "What has been put by of a world.",
    needsWorld: true,
    answers: 200,
    serve: async ({ world }) => ({ snapshots: await world.snapshots.list() }),
  },
  {
    id: "saveSnapshot",
    method: "POST",
    path: "/snapshots",
    summary: "Puts the world by under a name.",
    needsWorld: true,
    body: snapshotBody,
    answers: 201,
    serve: async ({ world, body }) => {
      await world.snapshots.save(body.name);
      return { name: body.name };
    },
  },
  {
    id: "restoreSnapshot",
    method: "POST",
    path: "/snapshots/{name}/restore",
    summary: "Makes the world what it was.",
    needsWorld: true,
    answers: 204,
    serve: async ({ world, parameters }) =>
      void (await world.snapshots.restore(parameters.name ?? "")),
  },
  {
    id: "readSnapshot",
    method: "GET",
    path: "/snapshots/{name}",
    summary: "What was put by, as one JSON file.",
    needsWorld: true,
    answers: 200,
    serve: ({ world, parameters }) => world.snapshots.export(parameters.name ?? ""),
  },
  {
    id: "removeSnapshot",
    method: "DELETE",
    path: "/snapshots/{name}",
    summary: "Forgets a snapshot.",
    needsWorld: true,
    answers: 204,
    serve: async ({ world, parameters }) => {
      if (await world.snapshots.remove(parameters.name ?? "")) return undefined;
      throw new ControlRefused(`there is no snapshot ${parameters.name}`);
    },
  },
  {
    id: "exportWorld",
    method: "GET",
    path: "/world",
    summary: "The world as it is now, as one JSON file; equal worlds give equal bytes.",
    needsWorld: true,
    answers: 200,
    serve: ({ world }) => world.snapshots.export(),
  },
  {
    id: "importWorld",
    method: "PUT",
    path: "/world",
    summary: "Makes the world what an exported file says.",
    needsWorld: true,
    body: snapshotFile,
    answers: 204,
    serve: async ({ world, text }) => void (await world.snapshots.import(text)),
  },
];

/** Every operation of the control API; the OpenAPI file is written from it too. */
export const controlOperations: readonly ControlOperation[] = [
  ...general,
  ...time,
  ...scenarios,
  ...snapshots,
  ...customerOperations,
];
