/** What was asked for cannot be done; the message says why, for the person who asked. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused";
}
