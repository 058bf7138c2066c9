import type { Awaitable } from "@varde/storage";
import type { Answer } from "./answer.ts";
import type { Refusal } from "./refusal.ts";
import type { RequestContext } from "./request-context.ts";
import type { Sca } from "./sca.ts";
import type { ScaFault } from "./sca-fault.ts";

/** A request and what became of it. */
export interface HandledRequest {
  readonly context: RequestContext;
  readonly answer: Answer;
  readonly refusal: Refusal | undefined;
  /** Where a refused signature is explained. */
  readonly explanation: string | undefined;
  readonly answeredAt: number;
}

/** A request that leads to no operation of the interface. */
export interface UnroutedRequest {
  readonly method: string;
  /** The beginning of its path, without what must not be shown. */
  readonly target: string;
  readonly answer: Answer;
  readonly refusal: Refusal;
  readonly at: number;
}

/**
 * What a sandbox may put in the way of a call or an approval, and what it wants to be told. A bank
 * in production has none of it.
 */
export interface Interventions {
  /**
   * Asked once every check has passed: a refusal to answer with, "drop" to break the connection, or
   * "drop-after" to do what was asked and break it then. It may take its time, and so the call is
   * slow. What else a refusal carries, such as the link to an SCA, the bank adds itself.
   */
  beforeUseCase?(context: RequestContext): Awaitable<Refusal | "drop" | "drop-after" | undefined>;
  /** Asked when a PSU approves: a fault makes the SCA fail. */
  beforeApproval?(sca: Sca): Promise<ScaFault | undefined>;
  onHandled?(exchange: HandledRequest): void;
  onUnrouted?(request: UnroutedRequest): void;
}
