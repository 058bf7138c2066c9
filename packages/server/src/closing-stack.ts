/** Closes what was opened, last first. Node 22 has no AsyncDisposableStack. */
export class ClosingStack implements AsyncDisposable {
  #closers: (() => unknown)[] = [];

  /** Closes the value with the stack, and returns it. */
  use<T extends AsyncDisposable | Disposable>(value: T): T {
    this.defer(() =>
      Symbol.asyncDispose in value ? value[Symbol.asyncDispose]() : value[Symbol.dispose](),
    );
    return value;
  }

  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Moves what was opened to a new stack, so that this one closes nothing. */
  move(): ClosingStack {
    const moved = new ClosingStack();
    moved.#closers = this.#closers;
    this.#closers = [];
    return moved;
  }

  /** Closes everything, also if something fails, and then throws the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
