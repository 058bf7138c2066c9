import type { Schema } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import type { WorldControl } from "../world/world-control.ts";

/** A call of the control API, with its body judged. */
export interface ControlCall {
  readonly sandbox: ControlledSandbox;
  /** Of an operation that is about a world. */
  readonly world: WorldControl;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: each operation knows the form its schema gave it
  readonly body: any;
  /** A body as it came, of an operation that takes a file. */
  readonly text: string;
}

export interface ControlOperation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly needsWorld: boolean;
  /** Acts with the key of a TPP: of all web pages only the sandbox's own may ask for it. */
  readonly isForOwnPages?: true;
  readonly body?: Schema;
  /** Its body is a file, which is judged as a whole when it is read. */
  readonly takesFile?: true;
  readonly query?: Readonly<Record<string, string>>;
  /** The answer's status; an operation without an answer gives 204. */
  readonly answers: 200 | 201 | 202 | 204;
  readonly serve: (call: ControlCall) => Promise<object | string | undefined>;
}

/** The limit of a query, or the standard one. */
export const limitOf = (
  { limit }: Readonly<Record<string, string>>,
  standard: number,
  most: number,
): number => {
  if (limit === undefined) return standard;
  const number = /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= most) return number;
  throw new ControlRefused(`limit is a whole number from 1 to ${most}`);
};
