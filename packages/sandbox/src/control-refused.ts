/** Thrown when a control request cannot be carried out; the message says why. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused";
  /** 503 if the same request may succeed later. */
  readonly status: 400 | 503;

  constructor(message: string, status: 400 | 503 = 400) {
    super(message);
    this.status = status;
  }
}
