/**
 * A port has thrown, has not answered in time, or has answered what its contract has no place for.
 * The caller is told to try again: nothing is done on an answer that was not there.
 */
export class PortFailed extends Error {
  override readonly name = "PortFailed";
}
