/**
 * Returned in place of a value for input that is not valid; no parser throws for its input. The
 * reason is a clause that continues the name of the field ("has a wrong check digit").
 */
export class Invalid {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export const isInvalid = (result: unknown): result is Invalid => result instanceof Invalid;
