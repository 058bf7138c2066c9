import type { ControlOperation } from "./control-operation.ts";
import { controlOperations } from "./control-operations.ts";

/** The control API as an OpenAPI document. */
export const describeControl = (): object => ({
  openapi: "3.1.0",
  info: {
    title: "Varde sandbox control",
    version: "1",
    description:
      "Drives a sandbox: time, batches, what goes wrong, what is put by. Unsigned, for the " +
      "machine the sandbox runs on; from elsewhere only with the token. No bank in production " +
      "has it.",
  },
  servers: [{ url: "/control/v1" }],
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Refusal: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string", description: "Why it was not done." } },
      },
    },
  },
  security: [{}, { token: [] }],
  paths: {
    ...pathsOf(controlOperations),
    "/events": { get: events },
    "/requests/stream": { get: requests },
  },
});

const pathsOf = (operations: readonly ControlOperation[]): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation),
    };
  }
  return paths;
};

const operationObject = (operation: ControlOperation): object => ({
  operationId: operation.id,
  summary: operation.summary,
  parameters: parametersOf(operation),
  ...(operation.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { "application/json": { schema: operation.body } },
        },
      }),
  responses: {
    [operation.answers]: {
      description: operation.answers === 204 ? "Done." : operation.summary,
      ...(operation.answers === 204 ? {} : { content: { "application/json": {} } }),
    },
    400: refusal("What was asked for cannot be done."),
    403: refusal("The caller is not on this machine and has no token."),
  },
});

const refusal = (description: string): object => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

const world = {
  name: "world",
  in: "query",
  description: "The id or the name of the world; it may be left out while there is only one.",
  schema: { type: "string" },
};

const parametersOf = ({ path, query = {}, needsWorld }: ControlOperation): readonly object[] => [
  ...path.matchAll(/\{(\w+)\}/g).map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  })),
  ...(needsWorld ? [world] : []),
  ...Object.entries(query).map(([name, description]) => ({
    name,
    in: "query",
    description,
    schema: { type: "string" },
  })),
];

const requests = {
  operationId: "followRequests",
  summary: "Server-sent events: each request of every world as it is answered.",
  parameters: [],
  responses: { 200: { description: "Requests.", content: { "text/event-stream": {} } } },
};

const events = {
  operationId: "followEvents",
  summary: "Server-sent events: the event log and each request as it is answered.",
  description:
    "`event` is a line of the log, `request` a call with its answer. A reader who does not keep " +
    "up gets every event later and, as `missed`, how many requests it was not told of.",
  parameters: [world],
  responses: { 200: { description: "Events.", content: { "text/event-stream": {} } } },
};
