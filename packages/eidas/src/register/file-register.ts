import type { TppRegister, TppRequest } from "@varde/bank";
import { openWatchedFile, type WatchOptions } from "../watched-file.ts";
import { type Activity, parseRegister, type RegisterFile } from "./register-file.ts";

/** A register with what its decisions need, by identifier. */
interface IndexedRegister {
  readonly activities: ReadonlyMap<string, readonly Activity[]>;
  readonly blocks: ReadonlyMap<string, RegisterFile["blocked"]>;
}

/**
 * Opens the TPP register of a JSON file, which `varde register` changes while the bank runs.
 * Several processes may use the same file. A change takes effect within a second. Throws
 * `RegisterRefused` if the file is invalid at the start.
 *
 * @example
 * const tppRegister = await openFileRegister("register.json", { onFault: console.error });
 */
export const openFileRegister = async (
  path: string,
  options: WatchOptions,
): Promise<TppRegister & Disposable> => {
  const parse = (bytes: Buffer) => indexRegister(parseRegister(bytes));
  const file = await openWatchedFile(path, parse, options);
  return {
    admit: (request) => {
      const reason = findReason(file.current, request);
      return reason === undefined ? { isAdmitted: true } : { isAdmitted: false, reason };
    },
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
};

const indexRegister = ({ providers, blocked }: RegisterFile): IndexedRegister => ({
  activities: new Map(providers.map(({ identifier, activities }) => [identifier, activities])),
  blocks: Map.groupBy(blocked, ({ identifier }) => identifier),
});

const findReason = (
  { activities, blocks }: IndexedRegister,
  { identifier, roles, operation, country, at }: TppRequest,
): string | undefined => {
  const block = blocks.get(identifier)?.find((each) => Date.parse(each.at) <= at);
  if (block !== undefined) return `blocked since ${block.at}: ${block.reason}`;
  const registered = activities.get(identifier);
  if (registered === undefined) return "the register does not list this TPP";
  if (operation.roles.length === 0) return undefined;
  const usable = operation.roles.filter((role) => roles.has(role));
  const today = new Date(at).toISOString().slice(0, 10);
  const isAllowed = registered.some(
    ({ role, countries, from, until }) =>
      // The licence of a bank includes the other services.
      (role === "PSP_AS" || usable.some((each) => each === role)) &&
      countries.includes(country) &&
      (from === undefined || from <= today) &&
      (until === undefined || today < until),
  );
  if (isAllowed) return undefined;
  return `the TPP is not registered for ${operation.roles.join(" or ")} in ${country}`;
};
