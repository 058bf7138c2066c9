import type {
  BodyOfControl,
  ControlOperationId,
  ControlOperations,
  ParametersOfControl,
  QueryOfControl,
  ResponseOfControl,
} from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import type { ControlledWorld } from "../world/controlled-world.ts";

/** A request to one operation of the control API, after its body was validated. */
export interface ControlCall<Operation extends { readonly path: string }> {
  readonly sandbox: ControlledSandbox;
  readonly world: Operation extends { readonly needsWorld: true } ? ControlledWorld : undefined;
  readonly parameters: ParametersOfControl<Operation>;
  readonly query: QueryOfControl<Operation>;
  readonly body: BodyOfControl<Operation>;
  /** The unparsed body, for operations with `takesFile`. */
  readonly text: string;
}

type HandlerOf<Operation extends { readonly path: string }> = (
  call: ControlCall<Operation>,
) => Promise<
  Operation extends { readonly sendsFile: true } ? string : ResponseOfControl<Operation>
>;

/** A handler for every operation of the control API. */
export type ControlHandlers = {
  readonly [Id in ControlOperationId]: HandlerOf<ControlOperations[Id]>;
};

/** Returns the limit of a query, or the default. */
export const readLimit = (
  { limit }: { readonly limit?: string },
  standard: number,
  most: number,
): number => {
  if (limit === undefined) return standard;
  const number = /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= most) return number;
  throw new ControlRefused(`limit must be a whole number from 1 to ${most}`);
};
