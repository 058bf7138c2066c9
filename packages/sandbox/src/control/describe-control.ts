import {
  type ControlOperation,
  type ControlStream,
  controlBodyBytesMax,
  controlOperations,
  controlStreams,
} from "@varde/protocol";

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
  tags: listTags().map((name) => ({ name })),
  security: [{}, { token: [] }],
  paths: { ...describePaths(), ...describeStreams() },
});

/** Operations are grouped by the first step of their path. */
const findTag = (path: string): string => path.split("/")[1] ?? "";

const listTags = (): readonly string[] => [
  ...new Set(
    [...Object.values(controlOperations), ...Object.values(controlStreams)].map(({ path }) =>
      findTag(path),
    ),
  ),
];

const describePaths = (): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries<ControlOperation>(controlOperations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(id, operation),
    };
  }
  return paths;
};

const operationObject = (
  operationId: string,
  {
    summary,
    body,
    bodyBytesMax = controlBodyBytesMax,
    response,
    status,
    ...operation
  }: ControlOperation,
): object => ({
  operationId,
  summary,
  tags: [findTag(operation.path)],
  parameters: describeParameters(operation),
  ...(body !== undefined && { requestBody: { required: true, ...json(body) } }),
  responses: {
    [status]: {
      description: response === undefined ? "Success." : summary,
      ...(response !== undefined && json(response)),
    },
    400: refusal("The request is invalid."),
    403: refusal("The request comes from another machine and has no valid token."),
    ...(body !== undefined && {
      413: refusal(`The body has more than ${bodyBytesMax} bytes.`),
    }),
  },
});

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

const refusal = (description: string): object => ({
  description,
  ...json({ $ref: "#/components/schemas/Refusal" }),
});

const describeStreams = (): object =>
  Object.fromEntries(
    Object.entries<ControlStream>(controlStreams).map(([operationId, stream]) => [
      stream.path,
      { get: streamObject(operationId, stream) },
    ]),
  );

const streamObject = (
  operationId: string,
  { summary, description, events, ...stream }: ControlStream,
): object => ({
  operationId,
  summary,
  ...(description !== undefined && { description }),
  tags: [findTag(stream.path)],
  parameters: describeParameters(stream),
  responses: {
    200: {
      description: "Server-sent events; x-events has the schema of the data of each.",
      content: { "text/event-stream": { "x-events": events } },
    },
  },
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
}: Pick<ControlOperation, "path" | "query" | "needsWorld">): readonly object[] => [
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
