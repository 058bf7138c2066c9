import type { PathParameters, ReadonlyDeep } from "../operations/index.ts";
import type { Schema, Static } from "../schemas/index.ts";

/** Greatest size of a body, unless the operation declares another. */
export const controlBodyBytesMax = 1024 * 1024;

/** The declaration of an operation of the control API; everything else is derived from it. */
export interface ControlOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  /** Whether it acts on one world, which the query parameter `world` names. */
  readonly needsWorld: boolean;
  readonly body?: Schema;
  /** Whether the body is a file, which is validated when it is imported. */
  readonly takesFile?: true;
  /** Greatest size of the body; `controlBodyBytesMax` if omitted. */
  readonly bodyBytesMax?: number;
  /** The query parameters, with a description of each. */
  readonly query?: Readonly<Record<string, string>>;
  /** Status of a successful response; 204 if it has no body. */
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: Schema;
  /** Whether the response is a file that is sent as stored. */
  readonly sendsFile?: true;
}

/** A stream of server-sent events, with the schema of each kind of event. */
export interface ControlStream {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly needsWorld: boolean;
  /** The query parameters, with a description of each. */
  readonly query?: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, Schema>>;
}

/** The body that an operation takes; `undefined` for those that take none. */
export type BodyOfControl<Operation> = Operation extends {
  readonly body: infer Body extends Schema;
}
  ? ReadonlyDeep<Static<Body>>
  : undefined;

/** The body of a successful response; `undefined` if it is empty. */
export type ResponseOfControl<Operation> = Operation extends {
  readonly response: infer Response extends Schema;
}
  ? ReadonlyDeep<Static<Response>>
  : undefined;

/** The values of the names in braces of an operation's path. */
export type ParametersOfControl<Operation extends { readonly path: string }> = PathParameters<
  Operation["path"]
>;

/** The query parameters of an operation; each may be omitted. */
export type QueryOfControl<Operation> = Operation extends { readonly query: infer Query }
  ? Readonly<Partial<Record<keyof Query, string>>>
  : Readonly<Record<never, string>>;
