/** Why a call gave no result. A call that timed out may have had its effect. */
export type PortFailure = "failed" | "timed-out" | "not-called";

/**
 * Thrown when a port method throws, times out or returns a malformed result, and when its port is
 * not called because of earlier failures. The TPP gets 503 and may retry.
 */
export class PortFailed extends Error {
  override readonly name = "PortFailed";
  readonly failure: PortFailure;
  /** The port, like `coreBank`: the first word of the message. */
  readonly port: string;

  constructor(
    message: string,
    { failure = "failed", ...options }: ErrorOptions & { readonly failure?: PortFailure } = {},
  ) {
    super(message, options);
    this.failure = failure;
    const [method = ""] = message.split(" ", 1);
    this.port = method.split(".", 1)[0] ?? "";
  }
}
