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
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
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
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  security: [{}, { token: [] }],
  paths: { ...describePaths(), ...describeStreams() },
});

type FirstStep<Path extends string> = Path extends `/${infer Step}/${string}`
  ? Step
  : Path extends `/${infer Step}`
    ? Step
    : never;
type ControlPath =
  | (typeof controlOperations)[keyof typeof controlOperations]["path"]
  | (typeof controlStreams)[keyof typeof controlStreams]["path"];

/** Operations are grouped by the first step of their path. */
const tags: Readonly<Record<FirstStep<ControlPath>, string>> = {
  banks: "The banks of a sandbox",
  worlds: "The worlds of a sandbox, one per TPP",
  world: "A world as one file",
  sca: "SCA without a browser, by its link",
  "app-approvals": "Approvals that wait in the bank's app",
  "tpp-certificates": "Certificates for TPPs, valid ones and faulty ones",
  tpps: "TPPs that the sandbox has created",
  certificates: "Certificates that requests were signed with",
  signatures: "Signatures that the sandbox makes for developers",
  "first-payment": "A payment to try the bank with",
  "signed-requests": "Requests that the sandbox signs and sends for developers",
  clock: "The clock of a world",
  batches: "The daily runs that take waiting payments",
  scenarios: "Failures and delays to cause",
  snapshots: "Saved states of a world",
  payments: "Payments with their history",
  baskets: "Signing baskets with their history",
  signings: "Payments and baskets of companies that wait for people to sign them",
  resources: "Payments and baskets of any world, by their id",
  authorisations: "SCA without a browser, by its id",
  recording: "What happened in a world as one file, to replay",
  requests: "Recent requests with their responses and explanations",
  accounts: "Accounts and their transactions",
  customers: "People and companies",
  agreements: "Rights of people to the accounts of companies",
  consents: "Consents that PSUs have given",
  figures: "Counts and latencies",
  readiness: "Whether the client of a TPP is ready for production",
  events: "What happens, as it happens",
};

const findTag = (path: string): string => path.split("/")[1] ?? "";

/** Returns the name of an operation as words, such as "Advance clock". */
const toWords = (operationId: string): string =>
  operationId.charAt(0).toUpperCase() +
  operationId.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

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
  summary: toWords(operationId),
  description: summary,
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
  summary: toWords(operationId),
  description: description === undefined ? summary : `${summary} ${description}`,
  tags: [findTag(stream.path)],
  parameters: describeParameters(stream),
  responses: {
    200: {
      description: "Server-sent events; x-events has the schema of the data of each.",
      content: { "text/event-stream": { "x-events": events } },
    },
    403: refusal("The request comes from another machine and has no valid token."),
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
