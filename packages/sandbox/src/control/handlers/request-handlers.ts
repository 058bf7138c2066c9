import { exchangesPerWorldMax } from "@varde/protocol";
import { explainExchange } from "../../requests/explain-exchange.ts";
import { writeRequest } from "../world/write-request.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for recorded requests. */
export const requestHandlers = {
  listRequests: async ({ world, query }) => ({
    requests: await world.requests.list(readLimit(query, 100, exchangesPerWorldMax)),
  }),
  readRequest: async ({ sandbox, parameters }) => explainExchange(parameters.exchangeId, sandbox),
  writeRequest: async ({ sandbox, parameters }) => writeRequest(parameters.exchangeId, sandbox),
  readRecording: async ({ sandbox, world }) => {
    const { writeRecording } = await import("../../requests/recordings/write-recording.ts");
    return writeRecording(sandbox, world.worldId);
  },
  listAllRequests: async ({ sandbox, query }) => ({
    requests: sandbox.requestLog.list(undefined, readLimit(query, 100, exchangesPerWorldMax)),
  }),
} satisfies Partial<ControlHandlers>;
