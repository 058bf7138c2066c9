import type { Awaitable } from "@varde/storage";
import type { AccountId } from "../ports/ids.ts";
import type { Sca } from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import type { ApiResponse } from "./api-response.ts";
import type { Refusal } from "./refusal.ts";
import type { RequestContext } from "./request-context.ts";

/** A request and its response. */
export interface HandledRequest {
  readonly context: RequestContext;
  readonly response: ApiResponse;
  /** Headers of the response, without the signature. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Refusal | undefined;
  /** Address of the explanation of a refused signature. */
  readonly explanation: string | undefined;
  readonly respondedAt: number;
}

/** A request that an intervention ended by closing its connection. */
export type DroppedRequest = Pick<HandledRequest, "context" | "respondedAt">;

/** Changes a response before it is sent; what is stored for repeated requests stays as it was. */
export type ResponseChange = (response: ApiResponse) => ApiResponse;

/** A request that matches no operation of the interface. */
export interface UnroutedRequest {
  readonly method: string;
  /** Start of its path, without private parts. */
  readonly target: string;
  /** Its TPP-Signature-Certificate header, which nobody has verified. */
  readonly certificate: string | undefined;
  readonly response: ApiResponse;
  readonly refusal: Refusal;
  readonly at: number;
}

/**
 * Hooks by which a sandbox makes calls and approvals fail and records requests. A bank in
 * production has none.
 */
export interface Interventions {
  /**
   * Called after all checks have passed. Returns a refusal to send, "drop" to close the connection,
   * "drop-after" to execute the request and then close it, or a change of the response. The promise
   * may take long to simulate a slow call. The bank completes the refusal, for example with the
   * link to an SCA.
   */
  beforeUseCase?(
    context: RequestContext,
  ): Awaitable<Refusal | "drop" | "drop-after" | ResponseChange | undefined>;
  /** Called when a PSU approves. A fault makes the SCA fail. */
  beforeApproval?(sca: Sca): Promise<ScaFault | undefined>;
  /**
   * Called when an SCA has ended; the fault says why it was not approved. The accounts are those
   * that the PSU ticked.
   */
  onScaEnded?(
    sca: Sca,
    fault: ScaFault | undefined,
    accountIds: readonly AccountId[] | undefined,
  ): void;
  onHandled?(request: HandledRequest): void;
  onDropped?(request: DroppedRequest): void;
  onUnrouted?(request: UnroutedRequest): void;
}
