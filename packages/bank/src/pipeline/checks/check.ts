import type { Awaitable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { ApiResponse } from "../../request/api-response.ts";
import type { Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** Ends a request early: a refusal, or the stored response of a repeated request. */
export type CheckEnd = Refusal | ApiResponse;

/** A step of the pipeline. Returns undefined if the request may continue. */
export type Check = (context: RequestContext, bank: Bank) => Awaitable<CheckEnd | undefined>;
