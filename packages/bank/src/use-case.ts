import type { FactsOf, OperationId, ReadonlyDeep, ResponseOf } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "./bank.ts";
import type { Answer } from "./request/answer.ts";
import type { Refusal } from "./request/refusal.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { RequestOf } from "./request/request-of.ts";

/** What an operation does once every check has passed. */
export type UseCase<Id extends OperationId> = (
  context: RequestOf<Id>,
  bank: Bank,
) => Awaitable<Answer<ReadonlyDeep<ResponseOf<Id>>> | Refusal>;

/** Any use case, for the one place that calls them: the checks have proven what it relies on. */
export type CheckedUseCase = (context: RequestContext, bank: Bank) => Awaitable<Answer | Refusal>;

/** Use cases by the names of their operations. */
export type UseCases = { readonly [Id in OperationId]?: UseCase<Id> };

/** The operations that every bank serves; test data is loaded in sandboxes only. */
type BankOperationId = {
  [Id in OperationId]: FactsOf<Id>["path"] extends `/v1/sandbox/${string}` ? never : Id;
}[OperationId];

export type BankUseCases = Required<Pick<UseCases, BankOperationId>>;
