import { Ajv, type ValidateFunction } from "ajv";
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

const quick = createAjv(false);
const thorough = createAjv(true);
const compiledBySchema = new WeakMap<Schema, CompiledSchema>();

/** Compiles a schema on first use and returns the same functions on later calls. */
export function compileSchema(schema: Schema): CompiledSchema {
  const known = compiledBySchema.get(schema);
  if (known !== undefined) return known;
  let complete: ValidateFunction | undefined;
  const compiled: CompiledSchema = {
    validateFast: quick.compile(schema),
    completeValidator: () => {
      complete ??= thorough.compile(schema);
      return complete;
    },
  };
  compiledBySchema.set(schema, compiled);
  return compiled;
}

function createAjv(allErrors: boolean): Ajv {
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
