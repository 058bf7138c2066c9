import type { OpenApi } from "../../reference/build-open-api.ts";

/** The parts of a schema that the pages show. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShownSchema;
  readonly additionalProperties?: ShownSchema;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly deprecated?: boolean;
}

export interface ShownParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly schema: ShownSchema;
}

export interface ShownMedia {
  readonly schema: ShownSchema;
  readonly example?: unknown;
}

export interface ShownResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
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
  readonly codes: readonly string[];
  readonly parameters: readonly ShownParameter[];
  readonly body: ShownMedia | undefined;
  readonly responses: readonly (readonly [status: string, response: ShownResponse])[];
}

export interface ErrorCode {
  readonly code: string;
  readonly status: readonly number[];
  readonly cause: string;
  readonly remedy: string;
}

/** Operations that differ only in the payment product, under the id of the first. */
export interface OperationGroup {
  readonly id: string;
  readonly summary: string;
  readonly variants: readonly [ShownOperation, ...ShownOperation[]];
}

interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A view of the document for the pages: references resolved, operations in one list. */
export class DocumentView {
  readonly document: OpenApi;
  readonly operations: readonly ShownOperation[];
  readonly tags: readonly Tag[];
  readonly errors: readonly ErrorCode[];
  readonly schemaNames: readonly string[];
  /** Whether the pages come from a sandbox, whose console they link to. */
  readonly hasConsole: boolean;

  constructor(document: OpenApi, hasConsole = false) {
    this.document = document;
    this.hasConsole = hasConsole;
    this.tags = document.tags as readonly Tag[];
    this.errors = document["x-error-codes"] as readonly ErrorCode[];
    this.schemaNames = Object.keys(document.components.schemas ?? {}).sort();
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => this.#layOut(path, method, raw as never)),
    );
  }

  /** The address of the bank, with its path prefix. */
  get bank(): string {
    return this.document.servers[0]?.url ?? "";
  }

  /** Lists the operations with a tag, one group for all products. */
  listGroups(tag: string): readonly OperationGroup[] {
    const ofTag = this.operations.filter(({ tags }) => tags.includes(tag));
    return [...Map.groupBy(ofTag, ({ operationId }) => operationGroupId(operationId))].map(
      ([id, variants]) => {
        const [first] = variants as [ShownOperation, ...ShownOperation[]];
        const summary = first.summary.replace(/ \([\w ]+\)$/, "");
        return { id, summary, variants: variants as [ShownOperation, ...ShownOperation[]] };
      },
    );
  }

  /** Lists the operation and those that differ from it only in the product. */
  listVariants({ operationId }: ShownOperation): readonly ShownOperation[] {
    const id = operationGroupId(operationId);
    return this.operations.filter((each) => operationGroupId(each.operationId) === id);
  }

  schema(name: string): ShownSchema | undefined {
    const { schemas } = this.document.components;
    return Object.hasOwn(schemas ?? {}, name) ? (schemas?.[name] as ShownSchema) : undefined;
  }

  /** Returns the description of a response's header. */
  describeHeader(reference: { readonly $ref: string }): string {
    return this.#follow<{ readonly description: string }>(reference).description;
  }

  #layOut(path: string, method: string, raw: RawOperation): ShownOperation {
    return {
      ...raw,
      path,
      method: method.toUpperCase(),
      roles: raw["x-roles"] ?? [],
      codes: raw["x-error-codes"],
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

export const operationGroupId = (operationId: string): string => operationId.split(".")[0] ?? "";

interface RawOperation
  extends Omit<ShownOperation, "parameters" | "responses" | "body" | "roles" | "codes"> {
  readonly "x-roles"?: readonly string[];
  readonly "x-error-codes": readonly string[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ShownMedia>> };
  readonly responses: Readonly<Record<string, ShownResponse | { readonly $ref: string }>>;
}
