import assert from "node:assert/strict";
import { type Operation, type OperationId, operations } from "@varde/protocol";
import { buildOpenApi } from "@varde/sandbox/reference";

/** The parts of a schema in the OpenAPI document that lead to its texts. */
interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly items?: DocumentSchema;
}

type Steps = readonly (string | number)[];

/** An operation at one of its paths. */
export interface Target {
  readonly id: OperationId;
  readonly method: string;
  /** The path, with its parameters in braces. */
  readonly path: string;
  readonly query: NonNullable<Operation["query"]>;
  readonly example: object | undefined;
  /** Where the body may have a text. */
  readonly textFields: readonly Steps[];
}

const levelsMax = 6;
const document = buildOpenApi();
const someId = "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<"application/json", { readonly schema: DocumentSchema; readonly example?: object }>
    >;
  };
}

/**
 * All operations of the interface at all their paths, as the OpenAPI document lists them. Those
 * that change the data of the world come last, because they end sessions.
 */
export const targets: readonly Target[] = Object.entries(document.paths)
  .toSorted(([a], [b]) => Number(isSandbox(a)) - Number(isSandbox(b)))
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      const { operationId, requestBody } = described as unknown as DocumentedOperation;
      const id = operationId.split(".")[0] as OperationId;
      const media = requestBody?.content["application/json"];
      return {
        id,
        method: method.toUpperCase(),
        path,
        query: operations[id].query ?? {},
        example: media?.example,
        textFields: media === undefined ? [] : listTexts(media.schema),
      };
    }),
  );

/** Returns the first operation at a path. */
export const findTarget = (path: string): Target => {
  const found = targets.find((target) => target.path === path);
  assert(found !== undefined, path);
  return found;
};

/** Returns the path with an id for every parameter, or with a text for one of them. */
export const fillPath = (path: string, name = "", text = ""): string =>
  path.replace(/\{(\w+)\}/g, (_, each: string) => (each === name ? text : someId));

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Returns a copy of a body with a text at a place, and what the place needs around it. */
export const withText = (body: unknown, [step, ...rest]: Steps, text: string): unknown => {
  if (step === undefined) return text;
  if (typeof step === "number") return [withText(Object(body)[step], rest, text)];
  const fields = typeof body === "object" && !Array.isArray(body) ? body : {};
  return { ...fields, [step]: withText(Object(body)[step], rest, text) };
};

function isSandbox(path: string): boolean {
  return path.startsWith("/v1/sandbox/");
}

function listTexts(schema: DocumentSchema, at: Steps = []): readonly Steps[] {
  if (at.length > levelsMax) return [];
  if (schema.$ref !== undefined) return listTexts(resolve(schema.$ref), at);
  if (schema.items !== undefined) return listTexts(schema.items, [...at, 0]);
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, each]) =>
      listTexts(each, [...at, name]),
    );
  }
  return [schema.type].flat().includes("string") ? [at] : [];
}

function resolve(reference: string): DocumentSchema {
  const [, , kind = "", name = ""] = reference.split("/");
  return document.components[kind]?.[name] as DocumentSchema;
}
