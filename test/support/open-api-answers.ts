import type { OpenApi } from "@varde/sandbox";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** The document's schemas, for a validator of JSON Schema 2020-12 that knows nothing else. */
export const openApiSchemas = (document: OpenApi): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "openapi", ...document });
  return ajv;
};

type Named = { readonly $ref?: string };
type Media = { readonly schema: Named };
interface Answers {
  readonly "x-error-codes": readonly string[];
  readonly responses: Readonly<Record<string, Named & { readonly content?: object }>>;
}

interface Read {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Answers>>>>;
  readonly components: { readonly responses: Answers["responses"]; readonly schemas: object };
}

/** Judges answers of a bank against the document: the status must be there, the body must fit. */
export class OpenApiAnswers {
  readonly #document: Read;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: readonly (readonly string[])[];

  constructor(document: OpenApi) {
    this.#document = document as unknown as Read;
    const { paths, components } = this.#document;
    // That the schemas are schemas is for the document's own test; every file of tests comes here.
    const quick = { strict: false, allErrors: true, validateFormats: false } as const;
    this.#ajv = new Ajv2020({ ...quick, validateSchema: false, meta: false });
    this.#ajv.addSchema({ $id: "openapi", components: { schemas: components.schemas } });
    this.#templates = Object.keys(paths).map((path) => path.split("/"));
  }

  /** The document's path that a request's target belongs to. */
  pathOf(target: string): string | undefined {
    const parts = target.split("?")[0]?.split("/") ?? [];
    const isLike = (template: readonly string[]) =>
      template.length === parts.length &&
      template.every((part, at) => part === parts[at] || (part.startsWith("{") && parts[at]));
    const fitting = this.#templates.filter(isLike).map((template) => template.join("/"));
    return fitting.find((path) => !path.includes("{")) ?? fitting[0];
  }

  /** What is wrong with an answer, or nothing. */
  faultOf(path: string, method: string, status: number, body: unknown): string | undefined {
    const { paths, components } = this.#document;
    const operation = paths[path]?.[method.toLowerCase()];
    const listed = operation?.responses[status];
    if (operation === undefined || listed === undefined) {
      return `${status} is not among the answers of ${method} ${path}`;
    }
    // What became of a payment is told with a code too, in an answer that is no refusal.
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

  /** What keeps a body from being a refusal as every operation has it. */
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

/** An error code that the operation does not list. */
const strangeCode = (listed: readonly string[], body: unknown): string | undefined => {
  const { tppMessages = [] } = (body ?? {}) as { tppMessages?: readonly Message[] };
  const isStrange = ({ category, code }: Message) => category === "ERROR" && !listed.includes(code);
  return tppMessages.find(isStrange)?.code;
};
