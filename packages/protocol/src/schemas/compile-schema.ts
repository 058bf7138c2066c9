import { Ajv, type ValidateFunction } from "ajv";
import { isProcessableText } from "../values/text.ts";
import type { Schema } from "./schema.ts";

/** A schema made ready: a quick judge, and a thorough one that is only made when needed. */
export interface CompiledSchema {
  /** Stops at the first fault. */
  readonly judge: ValidateFunction;
  /** Finds every fault. */
  readonly explain: () => ValidateFunction;
}

const quick = makeAjv(false);
const thorough = makeAjv(true);
const compiledBySchema = new WeakMap<Schema, CompiledSchema>();

/** Compiles a schema on first use; each later call gives the same functions. */
export function compileSchema(schema: Schema): CompiledSchema {
  const known = compiledBySchema.get(schema);
  if (known !== undefined) return known;
  let explain: ValidateFunction | undefined;
  const compiled: CompiledSchema = {
    judge: quick.compile(schema),
    explain: () => {
      explain ??= thorough.compile(schema);
      return explain;
    },
  };
  compiledBySchema.set(schema, compiled);
  return compiled;
}

function makeAjv(allErrors: boolean): Ajv {
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
  // The list of currencies is long, and a set answers sooner than a chain of comparisons.
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
  return ajv;
}
