import type { Schema } from "../schemas/index.ts";
import { type OperationFacts, type OperationKind, operationKinds } from "./operation-kinds.ts";
import type { QueryParameters } from "./query-parameters.ts";

export const httpMethods = ["GET", "POST", "PUT", "DELETE"] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** VER-08: when and by what an operation is replaced. */
export interface Deprecation {
  /** Date of the announcement, YYYY-MM-DD. */
  readonly noticeOn: string;
  /** Date from which it may be removed: VER-01, at least three months after the notice. */
  readonly sunsetOn: string;
  /** The path of the operation that replaces it. */
  readonly successor: string;
}

/** The facts that no kind can supply. */
interface OperationDetails {
  /** The body it reads. Operations without one ignore whatever is sent. */
  readonly body?: Schema | "by-product";
  /** The body of its success. */
  readonly response?: Schema | "by-product";
  /** The body of a 202, where the success may also be that something has begun. */
  readonly accepted?: Schema;
  readonly query?: QueryParameters;
  /** The status of its success, unless it is the usual one of its method. */
  readonly status?: number;
  /** Whether a client may send it again although the response is not stored. */
  readonly isRepeatable?: true;
  /** Whether a client accepts a success without a body. */
  readonly mayBeEmpty?: true;
  /** Set if it is still served and will be removed. */
  readonly deprecation?: Deprecation;
  /** Whether the switch `hideUnsignedDomestic` applies to it. */
  readonly isHiddenWhileUnsigned?: true;
}

/** The facts of an operation besides its kind: its details, and facts that replace the kind's. */
type OwnFacts = Partial<OperationFacts> & OperationDetails;

/** An operation of the interface with all its facts. */
export interface OperationDefinition extends OperationFacts, OperationDetails {
  readonly method: HttpMethod;
  readonly kind: OperationKind;
  readonly path: string;
  readonly status: number;
  /** Whether the response is stored under its X-Request-ID and returned to a repeat. */
  readonly isIdempotent: boolean;
}

type Kinds = typeof operationKinds;

type Defined<Kind extends OperationKind, Path extends string, Own> = Omit<
  OperationDefinition,
  keyof Kinds[Kind] | keyof Own | "path"
> &
  Omit<Kinds[Kind], keyof Own> &
  Own & { readonly path: Path };

const define =
  (method: HttpMethod, usualStatus: number) =>
  <Kind extends OperationKind, const Path extends string, const Own extends OwnFacts>(
    kind: Kind,
    path: Path,
    own: Own,
  ): Defined<Kind, Path, Own> =>
    ({
      method,
      kind,
      path,
      status: usualStatus,
      isIdempotent: method !== "GET" && operationKinds[kind].hasIdempotentWrites,
      ...operationKinds[kind],
      ...own,
    }) as unknown as Defined<Kind, Path, Own>;

/** Each defines an operation of one method: its kind, its path and its own facts. */
export const get = define("GET", 200);
export const post = define("POST", 201);
export const put = define("PUT", 200);
export const remove = define("DELETE", 204);
