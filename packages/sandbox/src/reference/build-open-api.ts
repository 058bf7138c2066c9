import { type BankConfiguration, sandboxConfiguration } from "@varde/bank";
import { bodyBytesMax, type Schema, statusByCode, type TppMessageCode } from "@varde/protocol";
import { expandOperations, type ReferenceOperation } from "./expand-operations.ts";
import { operationParameters, parameterComponents } from "./reference-parameters.ts";
import { operationCodes, possibleRefusals, refusals } from "./refusals.ts";
import { referTo, schemaComponents } from "./schema-components.ts";
import { errorTexts } from "./texts/error-texts.ts";
import { examples } from "./texts/examples.ts";
import { tags } from "./texts/operation-text.ts";
import { operationTexts } from "./texts/operation-texts.ts";
import { responseHeaderTexts } from "./texts/response-header-texts.ts";

/** The versions of the interface that this bank implements. */
export const interfaceVersions = { api: "1.23.7", documentation: "2.11.0" } as const;

type Json = Readonly<Record<string, unknown>>;

/** Where a bank serves the interface. */
export type ServedAt = Pick<BankConfiguration, "publicUrl" | "pathPrefix" | "bankName">;

/** The parts of an OpenAPI 3.1 document that this project reads. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Json>>;
  readonly [name: string]: unknown;
}

/**
 * Builds the OpenAPI document of the interface from the registry and the schemas, as served by a
 * bank at an address.
 */
export const buildOpenApi = (served: ServedAt = sandboxConfiguration): OpenApi => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const each of expandOperations()) {
    const { method } = each.operation;
    paths[each.path] = { ...paths[each.path], [method.toLowerCase()]: presentOperation(each) };
  }
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Norwegian PSD2 interface, as served by Varde",
      version: interfaceVersions.api,
      "x-documentation-version": interfaceVersions.documentation,
      description:
        "Payment initiation, signing baskets, account information and sandbox data. Every " +
        "request must be signed. Any response may require SCA: check it for the link scaRedirect.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: served.publicUrl + served.pathPrefix, description: served.bankName }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ signature: [] }],
    paths,
    components: {
      schemas: schemaComponents(),
      parameters: parameterComponents(),
      responses: refusalComponents(),
      headers: headerComponents,
      securitySchemes: {
        signature: {
          type: "apiKey",
          in: "header",
          name: "Signature",
          description:
            "Signature of the listed headers with the key of TPP-Signature-Certificate. " +
            "npx varde sign shows each step.",
        },
      },
    },
    "x-error-codes": errorCatalogue(),
  };
};

const presentOperation = (each: ReferenceOperation): Json => {
  const { operation, name, path, summary, body, service = "" } = each;
  const bytesMax = bodyBytesMax(operation, { service });
  const { tag, description } = operationTexts[operation.id];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(operation.deprecation && { deprecated: true }),
    ...(operation.roles.length > 0 && { "x-roles": operation.roles }),
    "x-error-codes": operationCodes(operation),
    parameters: operationParameters(operation, path),
    "x-body-bytes-max": bytesMax,
    ...(body !== undefined && {
      requestBody: {
        description: `JSON of at most ${bytesMax} bytes.`,
        required: true,
        content: jsonContent(body),
      },
    }),
    responses: {
      ...successResponse(each),
      ...Object.fromEntries(
        possibleRefusals(operation).map((status) => [
          String(status),
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  };
};

const successResponse = ({ operation, response }: ReferenceOperation): Json => {
  const headers = {
    "X-Request-ID": { $ref: "#/components/headers/X-Request-ID" },
    ...(operation.deprecation && {
      Deprecation: { $ref: "#/components/headers/Deprecation" },
      Sunset: { $ref: "#/components/headers/Sunset" },
    }),
    ...(operation.codes.includes("ACCESS_EXCEEDED") && rateLimitHeaders),
  };
  return {
    [String(operation.status)]: {
      description: response === undefined ? "Success, without a body" : "Success",
      headers: { ...headers, ...(operation.status === 201 && creationHeaders(operation)) },
      ...(response !== undefined && { content: jsonContent(response) }),
    },
    ...(operation.accepted !== undefined && {
      "202": {
        description:
          "The PSU has to approve: start an authorisation with the link startAuthorisation",
        headers,
        content: jsonContent(operation.accepted),
      },
    }),
  };
};

/** Calls without the PSU are limited, and say how many are left. */
const rateLimitHeaders: Json = Object.fromEntries(
  ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

const creationHeaders = ({ kind }: ReferenceOperation["operation"]): Json => ({
  Location: { $ref: "#/components/headers/Location" },
  ...(kind !== "loadData" && {
    "ASPSP-SCA-Approach": { $ref: "#/components/headers/ASPSP-SCA-Approach" },
  }),
});

/** Returns the JSON content of a body, with the example of its schema. */
const jsonContent = (schema: Schema | { readonly $ref: string }): Json => {
  const reference = "$ref" in schema ? (schema as Json) : referTo(schema);
  const name = String(reference.$ref ?? "").replace("#/components/schemas/", "");
  const example = examples[name];
  return {
    "application/json": { schema: reference, ...(example !== undefined && { example }) },
  };
};

const refusalComponents = (): Json =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      {
        description,
        headers: {
          ...(["429", "503"].includes(status) && {
            "Retry-After": { $ref: "#/components/headers/Retry-After" },
          }),
          ...(status === "429" && rateLimitHeaders),
          ...(["400", "403"].includes(status) && {
            "Varde-Explain": { $ref: "#/components/headers/Varde-Explain" },
          }),
        },
        content: jsonContent({ $ref: "#/components/schemas/Error" }),
      },
    ]),
  );

const textHeader = (name: keyof typeof responseHeaderTexts): Json => ({
  description: responseHeaderTexts[name],
  schema: { type: "string" },
});

const headerComponents: Json = {
  "X-Request-ID": textHeader("x-request-id"),
  Location: textHeader("location"),
  "ASPSP-SCA-Approach": {
    description: responseHeaderTexts["aspsp-sca-approach"],
    schema: { type: "string", enum: ["REDIRECT", "DECOUPLED"] },
  },
  "Retry-After": textHeader("retry-after"),
  "Varde-Explain": textHeader("varde-explain"),
  Deprecation: textHeader("deprecation"),
  Sunset: textHeader("sunset"),
  "RateLimit-Limit": textHeader("ratelimit-limit"),
  "RateLimit-Remaining": textHeader("ratelimit-remaining"),
  "RateLimit-Reset": textHeader("ratelimit-reset"),
};

const errorCatalogue = (): readonly Json[] =>
  Object.entries(statusByCode).map(([code, status]) => {
    const { cause, remedy, alsoStatus = [] } = errorTexts[code as TppMessageCode];
    return { code, status: [status, ...alsoStatus], cause, remedy };
  });
