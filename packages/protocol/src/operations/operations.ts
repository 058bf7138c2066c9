import type { PaymentBody, PaymentDetailsResponse, Schema, Static } from "../schemas/index.ts";
import { accountOperations } from "./account-operations.ts";
import { basketOperations } from "./basket-operations.ts";
import type { OperationDefinition } from "./define-operation.ts";
import { paymentOperations } from "./payment-operations.ts";
import { psuOperations } from "./psu-operations.ts";
import { sandboxOperations } from "./sandbox-operations.ts";

const registry = {
  ...paymentOperations,
  ...basketOperations,
  ...accountOperations,
  ...psuOperations,
  ...sandboxOperations,
} satisfies Record<string, OperationDefinition>;

type Registry = typeof registry;

export type OperationId = keyof Registry;

/** An operation of the interface, with its id and all its facts. */
export interface Operation extends OperationDefinition {
  readonly id: OperationId;
}

export const operationList: readonly Operation[] = Object.entries(registry).map(
  ([id, definition]) => ({ id: id as OperationId, ...definition }),
);

/** Builds a table with one entry for every operation. */
export const byOperation = <T>(
  entry: (operation: Operation) => T,
): Readonly<Record<OperationId, T>> =>
  Object.fromEntries(
    operationList.map((operation) => [operation.id, entry(operation)]),
  ) as Readonly<Record<OperationId, T>>;

/** The operations by name. */
export const operations = byOperation((operation) => operation);

/** Returns the greatest size of an operation's body; that of a bulk depends on the path. */
export const bodyBytesMax = (
  { bodyBytesMax: usual, bulkBodyBytesMax = usual }: Operation,
  { service }: Readonly<Record<string, string>>,
): number => (service === "bulk-payments" ? bulkBodyBytesMax : usual);

/** The facts of one operation in the registry, as literal types. */
export type FactsOf<Id extends OperationId> = Registry[Id];

/** The body an operation reads; `undefined` for those that read none. */
export type BodyOf<Id extends OperationId> = Registry[Id] extends { readonly body: infer Body }
  ? Body extends Schema
    ? Static<Body>
    : PaymentBody
  : undefined;

/** The body of an operation's success; `undefined` if it is empty. */
export type ResponseOf<Id extends OperationId> =
  | (Registry[Id] extends { readonly response: infer Response }
      ? Response extends Schema
        ? Static<Response>
        : PaymentDetailsResponse
      : undefined)
  | (Registry[Id] extends { readonly accepted: infer Accepted extends Schema }
      ? Static<Accepted>
      : never)
  | (Registry[Id] extends { readonly mayBeEmpty: true } ? undefined : never);

/** A value that is only read, at every depth. */
export type ReadonlyDeep<T> = T extends object
  ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
  : T;

/** The values of the names in braces of a path. */
export type PathParameters<Path extends string> = Readonly<Record<NamesIn<Path>, string>>;

/** The values of the names in braces of an operation's path. */
export type ParametersOf<Id extends OperationId> = PathParameters<Registry[Id]["path"]>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Returns the operation of a request, whatever the bank has before /v1 in its paths. */
export const findOperation = (method: string, target: string): Operation | undefined => {
  const path = (target.split("?", 1)[0] ?? "").replace(/^.*?(?=\/v1\/)/, "");
  return operationList.find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path) &&
      // Otherwise {service}/{product} would match any path of two parts.
      (!each.path.startsWith("/v1/{service}") || /^\/v1\/(bulk-|periodic-)?payments\//.test(path)),
  );
};
