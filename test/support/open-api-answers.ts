import type { OpenApi } from "@varde/sandbox";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** The document's schemas, for a validator of JSON Schema 2020-12 that knows nothing else. */
export const openApiSchemas = (document: OpenApi): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "openapi", ...document });
  return ajv;
};

/** Judges answers of a bank against the document: the status must be there, the body must fit. */
export class OpenApiAnswers {
  readonly #document: OpenApi;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
    this.#ajv = openApiSchemas(document);
  }

  /** What is wrong with an answer, or nothing. */
  faultOf(path: string, method: string, status: number, body: unknown): string | undefined {
    const pointer = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const named = this.#read(pointer) as { $ref?: string } | undefined;
    if (named === undefined) return `${status} is not among the answers of ${method} ${path}`;
    const at = named.$ref === undefined ? pointer : named.$ref.slice(1);
    const content = `${at}/content/${escapePointer("application/json")}/schema`;
    if (this.#read(content) === undefined) {
      return body === undefined ? undefined : `${status} of ${method} ${path} has a body`;
    }
    const validate = this.#compile(content);
    if (validate(body)) return undefined;
    return `${status} of ${method} ${path}: ${this.#ajv.errorsText(validate.errors)}`;
  }

  #read(pointer: string): unknown {
    let value: unknown = this.#document;
    for (const part of pointer.split("/").slice(1)) {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      value = (value as Record<string, unknown> | undefined)?.[name];
    }
    return value;
  }

  #compile(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const $ref = `openapi#${pointer.split("/").map(encodeURIComponent).join("/")}`;
    const validate = this.#ajv.compile({ $ref });
    this.#compiled.set(pointer, validate);
    return validate;
  }
}

const escapePointer = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");
