import { UsageError } from "./command.ts";

/** Refuses arguments that a command has no use for. */
export const refuseExtraArguments = ([extra]: readonly string[]): void => {
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`);
};
