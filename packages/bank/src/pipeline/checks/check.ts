import type { Awaitable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Answer } from "../../request/answer.ts";
import type { Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** What ends the walk early: a refusal, or the answer that was given to this request before. */
export type Ending = Refusal | Answer;

/** One step of the pipeline: nothing, or what ends the walk. */
export type Check = (context: RequestContext, bank: Bank) => Awaitable<Ending | undefined>;
