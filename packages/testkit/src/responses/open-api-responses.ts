import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { OpenApi } from "@varde/sandbox/reference";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { RawResponse } from "./raw-response.ts";

/** Loads the document's schemas into a plain validator of JSON Schema 2020-12. */
export const openApiSchemas = (document: OpenApi): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "openapi", ...document });
  return ajv;
};

type Named = { readonly $ref?: string };
type Media = { readonly schema: Named };
interface DocumentedOperation {
  readonly "x-error-codes": readonly string[];
  readonly responses: Readonly<Record<string, Named & { readonly content?: object }>>;
}

interface Read {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly responses: DocumentedOperation["responses"];
    readonly schemas: object;
  };
}

/** Checks a bank's responses against the document: the status must be listed, the body valid. */
export class OpenApiResponses {
  readonly #document: Read;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: readonly (readonly string[])[];

  constructor(document: OpenApi) {
    this.#document = document as unknown as Read;
    const { paths, components } = this.#document;
    // The document's own test checks that the schemas are valid; this runs in every test file.
    const quick = { strict: false, allErrors: true, validateFormats: false } as const;
    this.#ajv = new Ajv2020({ ...quick, validateSchema: false, meta: false });
    this.#ajv.addSchema({ $id: "openapi", components: { schemas: components.schemas } });
    this.#templates = Object.keys(paths).map((path) => path.split("/"));
  }

  /** Returns the document's path that a request's target matches. */
  pathOf(target: string): string | undefined {
    const parts = target.split("?")[0]?.split("/") ?? [];
    const isLike = (template: readonly string[]) =>
      template.length === parts.length &&
      template.every((part, at) => part === parts[at] || (part.startsWith("{") && parts[at]));
    const fitting = this.#templates.filter(isLike).map((template) => template.join("/"));
    return fitting.find((path) => !path.includes("{")) ?? fitting[0];
  }

  /** Returns what is wrong with a response, or undefined. */
  faultOf(path: string, method: string, status: number, body: unknown): string | undefined {
    const { paths, components } = this.#document;
    const operation = paths[path]?.[method.toLowerCase()];
    const listed = operation?.responses[status];
    if (operation === undefined || listed === undefined) {
      return `${status} is not among the responses of ${method} ${path}`;
    }
    // Successful responses use codes too, for the outcome of a payment.
    const strange = status < 400 ? undefined : strangeCode(operation["x-error-codes"], body);
    if (strange !== undefined) return `${strange} is not among the codes of ${method} ${path}`;
    const response = components.responses[listed.$ref?.split("/").at(-1) ?? ""] ?? listed;
    const content = (response.content ?? {}) as Readonly<Record<string, Media>>;
    const schema = content["application/json"]?.schema.$ref;
    if (schema === undefined) {
      return body === undefined ? undefined : `${status} of ${method} ${path} has a body`;
    }
    const fault = this.#misfitOf(schema, body);
    return fault && `${status} of ${method} ${path}: ${fault}`;
  }

  /** Returns why a body is not a refusal, or undefined. */
  refusalFaultOf(body: unknown): string | undefined {
    return this.#misfitOf("#/components/schemas/Error", body);
  }

  #misfitOf(schema: string, body: unknown): string | undefined {
    const known = this.#compiled.get(schema) ?? this.#ajv.compile({ $ref: `openapi${schema}` });
    this.#compiled.set(schema, known);
    return known(body) ? undefined : this.#ajv.errorsText(known.errors);
  }
}

interface Message {
  readonly category: string;
  readonly code: string;
}

/** Returns an error code that the operation does not list. */
const strangeCode = (listed: readonly string[], body: unknown): string | undefined => {
  const { tppMessages = [] } = (body ?? {}) as { tppMessages?: readonly Message[] };
  const isStrange = ({ category, code }: Message) => category === "ERROR" && !listed.includes(code);
  return tppMessages.find(isStrange)?.code;
};

const documentUrl = new URL("../../../../docs/reference/openapi.json", import.meta.url);
let responses: OpenApiResponses | undefined;

/** Fails the test if the response is not in our OpenAPI document. */
export const checkResponse = (method: string, target: string, response: RawResponse): void => {
  responses ??= new OpenApiResponses(JSON.parse(readFileSync(documentUrl, "utf8")));
  const { status, json } = response;
  const path = responses.pathOf(target);
  if (path === undefined) return;
  // A path that is not served, or not with this method, is refused before any operation.
  const isElsewhere = status === 404 || status === 405;
  const fault = isElsewhere
    ? responses.refusalFaultOf(json)
    : responses.faultOf(path, method, status, json);
  assert.equal(fault, undefined, `The OpenAPI document does not have this response: ${fault}`);
};
