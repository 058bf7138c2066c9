import type { LoggerOptions } from "pino";

/**
 * One line a request. What identifies people, opens SCAs or signs is never handed to the log; the
 * redaction is for the day somebody forgets.
 */
export const logOptions: LoggerOptions = {
  base: null,
  redact: {
    paths: ["headers", "body", "signature", "privateKey", "customerNumber", "identification"],
    censor: "[redacted]",
  },
};
