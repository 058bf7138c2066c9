import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Invalid, schemaType } from "@varde/protocol";
import { errorCode } from "./configuration-refused.ts";
import { isFields } from "./json-fields.ts";

const { object, optional, string } = schemaType;

/** Schema of the place of a secret, which a configuration file names instead of the secret. */
export const secretReferenceSchema = {
  ...object({
    file: optional(string({ minLength: 1, description: "a file that contains the secret" })),
    env: optional(string({ minLength: 1, description: "an environment variable" })),
  }),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
};

/**
 * Reads the secret that a reference names, without a line break at its end. A relative file starts
 * at the folder. The reason of an invalid reference continues the name of the setting.
 */
export const readSecret = (
  reference: unknown,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | Invalid => {
  const { file, env, ...more } = isFields(reference) ? reference : {};
  if (typeof file === "string" && env === undefined && Object.keys(more).length === 0) {
    return readSecretFile(resolve(folder, file));
  }
  if (typeof env === "string" && file === undefined && Object.keys(more).length === 0) {
    return environment[env] || new Invalid(`names the variable ${env}, which is not set.`);
  }
  return new Invalid(
    "must be { file: PATH } or { env: VARIABLE }: a configuration file contains no secrets.",
  );
};

const readSecretFile = (path: string): string | Invalid => {
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return text === "" ? new Invalid(`names the file ${path}, which is empty.`) : text;
  } catch (error) {
    return new Invalid(`names the file ${path}, which cannot be read (${errorCode(error)}).`);
  }
};
