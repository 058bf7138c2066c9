import type { LoggerOptions } from "pino";

const censor = "[redacted]";

/**
 * Options of the log. No code logs what identifies people, opens SCAs or signs; the redaction is a
 * second line of defence.
 */
export const logOptions: LoggerOptions = {
  base: null,
  formatters: { log: (fields) => redactDevices(fields) },
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
    ],
    censor,
  },
};

/**
 * Redacts the device inside a payment or another object. A wildcard in `paths` would do the same, but
 * pino would then serialise every field of every line through its redaction.
 */
const redactDevices = (fields: Record<string, unknown>): Record<string, unknown> => {
  let redacted = fields;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === "object" && value !== null && "psuDevice" in value) {
      redacted = { ...redacted, [name]: { ...value, psuDevice: censor } };
    }
  }
  return redacted;
};
