import type { Operation } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "./bank.ts";
import type { Answer } from "./request/answer.ts";
import type { Refusal } from "./request/refusal.ts";
import type { RequestContext } from "./request/request-context.ts";

/** What an operation does once every check has passed. */
export type UseCase = (context: RequestContext, bank: Bank) => Awaitable<Answer | Refusal>;

/** Use cases by the names of their operations. */
export type UseCases = Readonly<Partial<Record<Operation["id"], UseCase>>>;
