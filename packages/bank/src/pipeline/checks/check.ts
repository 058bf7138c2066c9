import type { Awaitable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** A step of the pipeline. Returns undefined if the request may continue. */
export type Check = (context: RequestContext, bank: Bank) => Awaitable<Refusal | undefined>;
