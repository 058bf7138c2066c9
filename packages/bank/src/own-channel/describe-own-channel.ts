import { schemaType } from "@varde/protocol";
import {
  type OwnChannelOperation,
  type OwnChannelParameter,
  ownChannelAccessSchema,
  ownChannelChallengeSchema,
  ownChannelConsentSchema,
  ownChannelOperations,
  ownChannelProblems,
  ownChannelSigningSchema,
} from "./own-channel-operations.ts";

const { integer, object, string } = schemaType;

const parameters: Readonly<Record<OwnChannelParameter, object>> = {
  person: {
    required: true,
    description: "Id of the person in the bank's directory.",
    schema: { type: "string" },
  },
  world: {
    description: "World of a sandbox. A bank in production has only one.",
    schema: { type: "string" },
  },
  account: {
    description: "The account to remove from the consent. Default: the whole consent is revoked.",
    schema: { type: "string" },
  },
  limit: {
    description: "How many to list.",
    schema: { type: "integer", minimum: 1, maximum: 500, default: 20 },
  },
};

const sharedSchemas = {
  Consent: ownChannelConsentSchema,
  Access: ownChannelAccessSchema,
  Challenge: ownChannelChallengeSchema,
  Signing: ownChannelSigningSchema,
  Problem: object(
    { title: string(), status: integer(), detail: string() },
    { description: "a problem (RFC 9457)" },
  ),
};

/** Describes the API of the bank's own channels as an OpenAPI document. */
export const describeOwnChannel = (): object => ({
  openapi: "3.1.0",
  info: {
    title: "Varde own channels",
    version: "1",
    description:
      "By this API the bank's own app or online bank lists and revokes the consents of a person, " +
      "shows who used them when, confirms challenges of the SCA in the app, and lists what a " +
      "person can approve for a company. It exists if the " +
      "setting ownChannels names a channel, and the challenges if sca.app is used. Keep it " +
      "inside the bank's network.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "https://openbanking.bank.example/own-channel/v1" }],
  tags: [
    { name: "consents", description: "Consents of a person, and who used them when" },
    { name: "challenges", description: "Challenges of the SCA in the bank's app" },
    { name: "signings", description: "What a person can approve for a company" },
  ],
  security: [{ bearer: [] }, { clientCertificate: [] }],
  paths: describePaths(),
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      clientCertificate: { type: "mutualTLS" },
    },
    schemas: sharedSchemas,
  },
});

const describePaths = (): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries<OwnChannelOperation>(ownChannelOperations)) {
    const { method, path } = operation;
    paths[path] = { ...paths[path], [method]: describeOperation(id, operation) };
  }
  return paths;
};

const describeOperation = (
  operationId: string,
  { path, scope, summary, query, body, response, problems }: OwnChannelOperation,
): object => ({
  operationId,
  summary,
  description: `Scope: ${scope}.`,
  tags: [path.split("/")[1]],
  parameters: [
    ...path
      .matchAll(/\{(\w+)\}/g)
      .map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...query.map((name) => ({ name, in: "query", ...parameters[name] })),
  ],
  ...(body !== undefined && { requestBody: { required: true, content: asJson(body) } }),
  responses: {
    ...(response === undefined
      ? { 204: { description: "Done." } }
      : { 200: { description: "Success.", content: asJson(response) } }),
    400: describeProblem("A parameter or the body is missing or malformed."),
    401: describeProblem("The caller is not one of the bank's own channels."),
    403: describeProblem("The channel lacks the scope."),
    ...Object.fromEntries(
      problems.map((status) => [status, describeProblem(ownChannelProblems[status])]),
    ),
    500: describeProblem("The request failed and was logged."),
    503: describeProblem("The bank is temporarily unavailable; send the same request again."),
  },
});

const namedSchemas = new Map<unknown, string>(
  Object.entries(sharedSchemas).map(([name, schema]) => [schema, name]),
);

const asJson = (schema: object): object => ({
  "application/json": {
    schema: JSON.parse(JSON.stringify(schema, (_key, value) => refer(value) ?? value)),
  },
});

/** Returns a reference if the schema is one of those that have a name. */
const refer = (schema: unknown): object | undefined => {
  const name = namedSchemas.get(schema);
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` };
};

const describeProblem = (description: string): object => ({
  description,
  content: { "application/problem+json": { schema: refer(sharedSchemas.Problem) } },
});
