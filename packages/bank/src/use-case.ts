import type { FactsOf, OperationId, ReadonlyDeep, ResponseOf } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "./bank.ts";
import type { ApiResponse } from "./request/api-response.ts";
import type { Refusal } from "./request/refusal.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { RequestOf } from "./request/request-of.ts";

/** Performs an operation after all its checks have passed. */
export type UseCase<Id extends OperationId> = (
  context: RequestOf<Id>,
  bank: Bank,
) => Awaitable<ApiResponse<ReadonlyDeep<ResponseOf<Id>>> | Refusal>;

/** Any use case, for the code that calls them after the checks have passed. */
export type CheckedUseCase = (
  context: RequestContext,
  bank: Bank,
) => Awaitable<ApiResponse | Refusal>;

/** Use cases by operation id. */
export type UseCases = { readonly [Id in OperationId]?: UseCase<Id> };

/** The operations that every bank serves; test data is loaded in sandboxes only. */
type BankOperationId = {
  [Id in OperationId]: FactsOf<Id>["path"] extends `/v1/sandbox/${string}` ? never : Id;
}[OperationId];

export type BankUseCases = Required<Pick<UseCases, BankOperationId>>;
