/**
 * Thrown when a port method throws, times out or returns a malformed result. The TPP gets 503 and
 * may retry.
 */
export class PortFailed extends Error {
  override readonly name = "PortFailed";
}
