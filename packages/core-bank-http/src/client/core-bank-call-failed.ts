/** A call of the core bank failed; the message says which, and why. */
export class CoreBankCallFailed extends Error {
  /** Status of the response, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = options.status;
  }
}
