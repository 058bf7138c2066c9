import type { Schema } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import type { WorldControl } from "../world/world-control.ts";

/** A request to the control API, after its body was validated. */
export interface ControlCall {
  readonly sandbox: ControlledSandbox;
  /** The world to control; only for operations with `needsWorld`. */
  readonly world: WorldControl;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on the schema of the operation
  readonly body: any;
  /** The unparsed body, for operations with `takesFile`. */
  readonly text: string;
}

export interface ControlOperation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly needsWorld: boolean;
  /** Whether it uses the key of a TPP; of all web pages only the sandbox's own may call it. */
  readonly isForOwnPages?: true;
  readonly body?: Schema;
  /** Whether the body is a file, which is validated when it is imported. */
  readonly takesFile?: true;
  readonly query?: Readonly<Record<string, string>>;
  /** Status of a successful response; 204 if it has no body. */
  readonly status: 200 | 201 | 202 | 204;
  readonly serve: (call: ControlCall) => Promise<object | string | undefined>;
}

/** Returns the limit of a query, or the default. */
export const readLimit = (
  { limit }: Readonly<Record<string, string>>,
  standard: number,
  most: number,
): number => {
  if (limit === undefined) return standard;
  const number = /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= most) return number;
  throw new ControlRefused(`limit must be a whole number from 1 to ${most}`);
};
