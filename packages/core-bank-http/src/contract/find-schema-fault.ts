import { compileSchema, type Schema } from "@varde/protocol";

/** The first fault of a value: the JSON pointer of its place, and what is wrong there. */
export interface SchemaFault {
  readonly pointer: string;
  readonly message: string;
}

/** Returns the first fault of a value, or undefined if the schema allows it. */
export const findSchemaFault = (schema: Schema, value: unknown): SchemaFault | undefined => {
  const { validateFast } = compileSchema(schema);
  if (validateFast(value)) return undefined;
  const [fault] = validateFast.errors ?? [];
  const { instancePath = "", message = "is malformed", params } = fault ?? {};
  const pointer =
    fault?.keyword === "required" ? `${instancePath}/${params?.missingProperty}` : instancePath;
  return { pointer, message };
};
