import type { OpenApi } from "../build-open-api.ts";

/** A schema of the document, as far as the pages show it. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShownSchema;
  readonly additionalProperties?: ShownSchema;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly deprecated?: boolean;
}

export interface ShownParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
}

export interface ShownMedia {
  readonly schema: ShownSchema;
  readonly example?: unknown;
}

export interface ShownResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, ShownMedia>>;
}

export interface ShownOperation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly roles: readonly string[];
  readonly parameters: readonly ShownParameter[];
  readonly body: ShownMedia | undefined;
  readonly responses: readonly (readonly [status: string, response: ShownResponse])[];
}

/** The document laid out for reading: references followed, operations in one list. */
export class DocumentView {
  readonly document: OpenApi;
  readonly operations: readonly ShownOperation[];

  constructor(document: OpenApi) {
    this.document = document;
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => this.#layOut(path, method, raw as never)),
    );
  }

  schema(name: string): ShownSchema | undefined {
    const { schemas } = this.document.components;
    return Object.hasOwn(schemas ?? {}, name) ? (schemas?.[name] as ShownSchema) : undefined;
  }

  #layOut(path: string, method: string, raw: RawOperation): ShownOperation {
    return {
      ...raw,
      path,
      method: method.toUpperCase(),
      roles: raw["x-roles"] ?? [],
      parameters: raw.parameters.map((each) => this.#follow<ShownParameter>(each)),
      body: raw.requestBody?.content["application/json"],
      responses: Object.entries(raw.responses).map(([status, each]) => [
        status,
        this.#follow<ShownResponse>(each),
      ]),
    };
  }

  #follow<T>(value: T | { readonly $ref: string }): T {
    if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
    const [, , kind = "", name = ""] = value.$ref.split("/");
    return this.document.components[kind]?.[name] as T;
  }
}

interface RawOperation extends Omit<ShownOperation, "parameters" | "responses" | "body" | "roles"> {
  readonly "x-roles"?: readonly string[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ShownMedia>> };
  readonly responses: Readonly<Record<string, ShownResponse | { readonly $ref: string }>>;
}
