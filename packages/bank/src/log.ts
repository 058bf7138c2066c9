import type { LoggerOptions } from "pino";

/**
 * Options of the log. No code logs what identifies people, opens SCAs or signs; the redaction is a
 * second line of defence.
 */
export const logOptions: LoggerOptions = {
  base: null,
  redact: {
    paths: [
      "headers",
      "body",
      "signature",
      "privateKey",
      "customerNumber",
      "identification",
      "instruction",
      "instructions",
      "psuDevice",
      "*.psuDevice",
    ],
    censor: "[redacted]",
  },
};
