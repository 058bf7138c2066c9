import { createRequire } from "node:module";
import type { Ajv, ValidateFunction } from "ajv";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import { isSendableText } from "../values/sent-text.ts";
import { isProcessableText } from "../values/text.ts";
import type { Schema } from "./schema.ts";

/** A compiled schema: a fast validator, and a complete one that is only compiled when needed. */
export interface CompiledSchema {
  /** Stops at the first fault. */
  readonly validateFast: ValidateFunction;
  /** Returns the validator that finds every fault. */
  readonly completeValidator: () => ValidateFunction;
}

/** A bank loads Ajv for the first body that it validates, not when it starts. */
const loadAjv = (): typeof import("ajv") => createRequire(import.meta.url)("ajv");

let quick: Ajv | undefined;
let thorough: Ajv | undefined;
const compiledBySchema = new WeakMap<Schema, CompiledSchema>();

/** Compiles a schema on first use and returns the same functions on later calls. */
export function compileSchema(schema: Schema): CompiledSchema {
  const known = compiledBySchema.get(schema);
  if (known !== undefined) return known;
  quick ??= createAjv(false);
  let complete: ValidateFunction | undefined;
  const compiled: CompiledSchema = {
    validateFast: quick.compile(schema),
    completeValidator: () => {
      thorough ??= createAjv(true);
      complete ??= thorough.compile(schema);
      return complete;
    },
  };
  compiledBySchema.set(schema, compiled);
  return compiled;
}

/** Finds a repeated item in linear time. Items are compared as strings or numbers. */
const itemsAreUnique: DataValidateFunction = (items: readonly unknown[]) => {
  const places = new Map<unknown, number>();
  for (const [i, item] of items.entries()) {
    const j = places.get(item);
    if (j !== undefined) {
      itemsAreUnique.errors = [{ keyword: "uniqueItems", params: { i, j } }];
      return false;
    }
    places.set(item, i);
  }
  return true;
};

function createAjv(allErrors: boolean): Ajv {
  const { Ajv } = loadAjv();
  const ajv = new Ajv({
    allErrors,
    verbose: allErrors,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    allowUnionTypes: true,
    strict: true,
    strictTypes: true,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    meta: false,
  });
  // A set is faster than a chain of comparisons for long lists such as the currencies.
  ajv.removeKeyword("enum");
  ajv.addKeyword({
    keyword: "enum",
    compile: (values: readonly unknown[]) => {
      const allowed = new Set(values);
      return (value: unknown) => allowed.has(value);
    },
  });
  // Ajv's own compares every item with every other.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (isDemanded: boolean) => (isDemanded ? itemsAreUnique : () => true),
  });
  ajv.addKeyword({
    keyword: "x-processable",
    type: "string",
    schemaType: "boolean",
    compile: () => isProcessableText,
  });
  ajv.addKeyword({
    keyword: "x-sendable",
    type: "string",
    schemaType: "boolean",
    compile: () => isSendableText,
  });
  return ajv;
}
