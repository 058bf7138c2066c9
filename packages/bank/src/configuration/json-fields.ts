import { readFileSync, statSync } from "node:fs";
import { findPointerLine, formatPointer, isInvalid, parseJson } from "@varde/protocol";
import { ConfigurationRefused, errorCode } from "./configuration-refused.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The content of a configuration file. */
export interface FileFields {
  readonly fields: Fields;
  /** Returns the file and position of a field, to start a sentence with. */
  placeOf(path: readonly string[]): string;
}

/** Reads a configuration file in JSON. */
export const readJsonFields = (file: string): FileFields => {
  const bytes = readConfigurationFile(file);
  const read = parseJson(bytes);
  if (isInvalid(read)) throw new ConfigurationRefused(`${file} ${read.reason}.`);
  if (!isFields(read)) {
    throw new ConfigurationRefused(`${file} must contain one JSON object with settings.`);
  }
  const text = bytes.toString();
  return {
    fields: read,
    placeOf: (path) => `${file} line ${findPointerLine(text, formatPointer(path))}: `,
  };
};

const fileBytesMax = 64 * 1024;

/**
 * Reads the bytes of a configuration file. Throws ConfigurationRefused if that fails, or if it is
 * too large: a process that serves several banks stands still while it reads one.
 */
export const readConfigurationFile = (file: string): Buffer => {
  try {
    const bytes = statSync(file).size > fileBytesMax ? undefined : readFileSync(file);
    if (bytes !== undefined && bytes.length <= fileBytesMax) return bytes;
  } catch (error) {
    throw new ConfigurationRefused(
      `The configuration file ${file} cannot be read (${errorCode(error)}).`,
    );
  }
  throw new ConfigurationRefused(
    `The configuration file ${file} has more than ${fileBytesMax} bytes.`,
  );
};

/** Whether a value of a configuration file has fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
