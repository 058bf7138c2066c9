/** Thrown when a control request cannot be carried out; the message says why. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused";
}
