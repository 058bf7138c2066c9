import { type Invocation, UsageError } from "./command.ts";

/** Returns the time of --timeout in milliseconds, or undefined if it is not given. */
export const readTimeoutMs = ({ text }: Invocation): number | undefined => {
  const given = text("timeout");
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given) * 1000;
  throw new UsageError(`--timeout must be a number of seconds above 0, not "${given}"`);
};
