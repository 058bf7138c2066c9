import { NoRoomForWorld } from "@varde/bank";
import {
  type ControlOperation,
  controlBodyBytesMax,
  controlOperations,
  controlStreams,
} from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ControlRefused } from "../control-refused.ts";
import { isJournalled } from "../requests/recordings/recorded-calls.ts";
import { controlPrefix } from "../requests/recordings/recording.ts";
import { fixedDocument } from "../site/fixed-document.ts";
import type { World } from "../worlds/world.ts";
import { describeControl } from "./describe-control.ts";
import type { ControlCall } from "./handlers/control-handler.ts";
import { controlHandlers } from "./handlers/control-handlers.ts";
import { refuseStrangers } from "./refuse-strangers.ts";
import { followEvents, followRequests } from "./streams/follow-events.ts";
import { followSummaries } from "./streams/follow-summaries.ts";
import { type OpenStream, OpenStreams, openStream } from "./streams/open-streams.ts";
import { bodyFault } from "./world/body-fault.ts";
import type { ControlledSandbox } from "./world/controlled-sandbox.ts";
import { controlledWorld } from "./world/controlled-world.ts";

/**
 * Routes of the control API. Requests are not signed: they are accepted from this machine, though
 * not from pages of other sites, and from elsewhere with the token.
 */
export const controlRoutes =
  (sandbox: ControlledSandbox) =>
  async (app: FastifyInstance): Promise<void> => {
    const parse = { parseAs: "string" } as const;
    app.addContentTypeParser("application/json", parse, (_request, body, done) => done(null, body));
    app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const { status, text } = describeError(error, request.routeOptions.bodyLimit);
      if (status >= 500 && !isStop(error))
        sandbox.bank.log.error({ err: error }, "control request failed");
      if (status === 503) reply.header("retry-after", "2");
      return reply.code(status).send({ text });
    });
    app.addHook("onRequest", async (request, reply) => refuseStrangers(request, reply, sandbox));
    const admitFile = createFileGate();
    for (const [id, operation] of Object.entries<ControlOperation>(controlOperations)) {
      const handle = controlHandlers[id as keyof typeof controlHandlers] as Handle;
      app.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
        bodyLimit: operation.bodyBytesMax ?? controlBodyBytesMax,
        onRequest: operation.takesFile ? [admitFile] : [],
        handler: (request, reply) => serve({ operation, handle }, request, reply, sandbox),
      });
    }
    app.get("/", (_request, reply) => reply.redirect("/control/v1/openapi.json"));
    app.get(
      "/openapi.json",
      fixedDocument("application/json; charset=utf-8", () => JSON.stringify(describeControl())),
    );
    app.setNotFoundHandler((request, reply) => {
      const operation = `${request.method} ${requestPath(request)}`;
      const text = `Unknown operation ${operation}; see /control/v1/openapi.json.`;
      return reply.code(404).send({ text });
    });
    routeStreams(app, sandbox);
  };

/** Files that may be received or imported at a time, because each is in memory as a whole. */
const filesMax = 4;

const createFileGate = () => {
  let open = 0;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (open >= filesMax) {
      throw new ControlRefused(`${filesMax} files are being imported; try again shortly`, 503);
    }
    open += 1;
    reply.raw.once("close", () => {
      open -= 1;
    });
  };
};

const routeStreams = (app: FastifyInstance, sandbox: ControlledSandbox): void => {
  const streams = new OpenStreams(sandbox.eventStreamsMax);
  // The server waits for every response to end.
  app.addHook("preClose", async () => streams.end());
  const open = (request: FastifyRequest, reply: FastifyReply): OpenStream => {
    streams.add(request.ip, reply.raw);
    return openStream(request, reply);
  };
  app.get(controlStreams.followRequests.path, (request, reply) => {
    const stream = open(request, reply);
    followRequests(stream, undefined, sandbox);
    stream.announce();
  });
  app.get(controlStreams.followEvents.path, async (request, reply) => {
    const worldId = await findWorld(request, {}, sandbox);
    const stream = open(request, reply);
    followEvents(stream, worldId, sandbox).catch(() => stream.raw.end());
  });
  app.get(controlStreams.followSummaries.path, async (request, reply) => {
    const isOfAll = readQuery(request).world === undefined;
    const worldId = isOfAll ? undefined : await findWorld(request, {}, sandbox);
    const stream = open(request, reply);
    followSummaries(stream, worldId, sandbox).catch(() => stream.raw.end());
  });
};

const requestPath = ({ url }: FastifyRequest): string => url.replace(/\?.*$/s, "").slice(0, 100);

/** A handler of any operation: its types were checked in the table of handlers. */
type Handle = (call: ControlCall<ControlOperation>) => Promise<object | string | undefined>;

const serve = async (
  { operation, handle }: { readonly operation: ControlOperation; readonly handle: Handle },
  request: FastifyRequest,
  reply: FastifyReply,
  sandbox: ControlledSandbox,
): Promise<FastifyReply> => {
  const text = typeof request.body === "string" ? request.body : "";
  // A file is read in pieces by its handler: parsing it here would stop the bank.
  const body = operation.takesFile ? {} : readBody(text);
  const more = operation.needsWorld ? ["world"] : [];
  const fault = operation.takesFile ? undefined : bodyFault(operation.body, body, more);
  if (fault !== undefined) throw new ControlRefused(fault);
  const worldId = operation.needsWorld ? await findWorld(request, body, sandbox) : undefined;
  const changed = findChangedWorld(operation, request, worldId);
  const at = changed === undefined ? undefined : await sandbox.clock.now(changed);
  const call = {
    sandbox,
    world: worldId === undefined ? undefined : controlledWorld(sandbox, worldId),
    parameters: request.params as Record<string, string>,
    query: readQuery(request),
    body,
    text,
  };
  const result = await handle(call as unknown as ControlCall<ControlOperation>);
  if (changed !== undefined) {
    const path = request.url.slice(controlPrefix.length).replace(/\?.*$/s, "");
    noteCall({ worldId: changed, at, operation, path, body, result }, sandbox);
  }
  reply.code(operation.status).header("cache-control", "no-store");
  if (result === undefined) return reply.send();
  return reply.header("content-type", "application/json").send(result);
};

/** Returns the world whose journal contains a call, if it changes one. */
const findChangedWorld = (
  operation: ControlOperation,
  { params }: FastifyRequest,
  worldId: string | undefined,
): string | undefined => {
  if (operation === controlOperations.importWorld) return worldId;
  if (!isJournalled(operation)) return undefined;
  return worldId ?? (params as Readonly<Record<string, string>>).worldId;
};

interface MadeCall {
  readonly worldId: string;
  readonly at: number | undefined;
  readonly operation: ControlOperation;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly result: object | string | undefined;
}

/** Adds a call to the journal of its world. */
const noteCall = (
  { worldId, at, operation, path, body, result }: MadeCall,
  { journal }: ControlledSandbox,
): void => {
  if (operation === controlOperations.importWorld) {
    journal.spoil(worldId, "its state imported from a file");
    return;
  }
  const { method, status } = operation;
  const { world: _world, ...sent } = body;
  journal.addControl(worldId, {
    ...{ at, method, path, status },
    body: Object.keys(sent).length === 0 ? "" : JSON.stringify(sent),
    response: result === undefined ? "" : JSON.stringify(result),
  });
};

const readBody = (text: string): Readonly<Record<string, unknown>> => {
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) {
      return body as Record<string, unknown>;
    }
  } catch {
    throw new ControlRefused("the body is not JSON");
  }
  throw new ControlRefused("the body is not a JSON object");
};

const readQuery = (request: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ]),
  );

/** Finds the world by its id or name; both may be omitted while there is only one world. */
const findWorld = async (
  request: FastifyRequest,
  body: Readonly<Record<string, unknown>>,
  sandbox: ControlledSandbox,
): Promise<string> => {
  const worlds = await sandbox.listWorlds();
  const named = readQuery(request).world ?? body.world;
  const [world, another] = findNamed(worlds, named);
  if (world !== undefined && another === undefined) {
    await sandbox.useWorld(world.worldId);
    return world.worldId;
  }
  const shown = worlds.slice(0, worldsShownMax).map((one) => `${one.worldId} (${one.name})`);
  const more = worlds.length > shown.length ? [`${worlds.length - shown.length} more`] : [];
  const known = [...shown, ...more].join(", ");
  throw new ControlRefused(
    `world must be the id or name of one world; there are: ${known || "none yet"}`,
  );
};

const worldsShownMax = 20;

/** Finds worlds by id first, because a TPP chooses its name and could choose the id of another. */
const findNamed = (worlds: readonly World[], named: unknown): readonly World[] => {
  if (named === undefined) return worlds;
  const byId = worlds.filter(({ worldId }) => worldId === named);
  return byId.length > 0 ? byId : worlds.filter(({ name }) => name === named);
};

/** Ends a message with a full stop; some messages already have one. */
const asSentence = ({ message }: Error): string =>
  message.endsWith(".") ? message : `${message}.`;

const isStop = ({ name }: Error): boolean => name === "AbortError";

const describeError = (error: Error & { statusCode?: number }, bodyBytesMax: number) => {
  if (error instanceof ControlRefused) return { status: error.status, text: asSentence(error) };
  if (error instanceof NoRoomForWorld) return { status: 503, text: error.message };
  if (error.statusCode === 413) {
    return {
      status: 413,
      text: `The body is too large: this operation takes at most ${bodyBytesMax} bytes.`,
    };
  }
  if (error instanceof StorageUnavailable) {
    return { status: 503, text: "The database is unavailable. Try again shortly." };
  }
  if (isStop(error)) {
    return {
      status: 503,
      text: "The sandbox is stopping. It resumes from its current state at the next start.",
    };
  }
  const { statusCode = 500, message } = error;
  return {
    status: statusCode,
    text: statusCode < 500 ? message : "The sandbox failed; see its log.",
  };
};
