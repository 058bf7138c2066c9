/** Thrown when the bank cannot run as configured. The message has a sentence for each fault. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused";
}

/** Returns the code of a system error, such as ENOENT, for the sentence of a refusal. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
