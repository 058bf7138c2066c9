import type { ControlOperation } from "./control-operation.ts";
import { controlOperations } from "./control-operations.ts";

/** Describes the control API as an OpenAPI document. */
export const describeControl = (): object => ({
  openapi: "3.1.0",
  info: {
    title: "Varde sandbox control",
    version: "1",
    description:
      "Controls a sandbox: clock, batches, scenarios, snapshots. Requests are not signed. They " +
      "are accepted from the sandbox's own machine, and from elsewhere only with the token. " +
      "Production has no control API.",
  },
  servers: [{ url: "/control/v1" }],
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Refusal: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string", description: "Reason of the refusal." } },
      },
    },
  },
  security: [{}, { token: [] }],
  paths: {
    ...describePaths(controlOperations),
    "/events": { get: events },
    "/requests/stream": { get: requests },
  },
});

const describePaths = (operations: readonly ControlOperation[]): object => {
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
  parameters: describeParameters(operation),
  ...(operation.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { "application/json": { schema: operation.body } },
        },
      }),
  responses: {
    [operation.status]: {
      description: operation.status === 204 ? "Success." : operation.summary,
      ...(operation.status === 204 ? {} : { content: { "application/json": {} } }),
    },
    400: refusal("The request is invalid."),
    403: refusal("The request comes from another machine and has no valid token."),
  },
});

const refusal = (description: string): object => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

const world = {
  name: "world",
  in: "query",
  description: "Id or name of the world; optional if there is only one.",
  schema: { type: "string" },
};

const describeParameters = ({
  path,
  query = {},
  needsWorld,
}: ControlOperation): readonly object[] => [
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
  summary: "Streams the requests of all worlds as server-sent events.",
  parameters: [],
  responses: { 200: { description: "Requests.", content: { "text/event-stream": {} } } },
};

const events = {
  operationId: "followEvents",
  summary: "Streams the event log and the requests as server-sent events.",
  description:
    "`event` is a line of the log, `request` a request with its response. A slow reader gets " +
    "every event later, but not every request: `missed` contains the number of those that were " +
    "skipped.",
  parameters: [world],
  responses: { 200: { description: "Events.", content: { "text/event-stream": {} } } },
};
