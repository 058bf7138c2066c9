const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Longer than the bank waits for its background jobs and then for responses. */
const stopMsMax = 20_000;

/**
 * Closes the bank at the first signal and ends the process, after 20 seconds at the latest.
 * Later signals change nothing: npm forwards Ctrl-C, which the terminal has already sent.
 */
export const stopOnSignal = (close: () => Promise<void>): void => {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => fail(`it took more than ${stopMsMax / 1000} seconds`), stopMsMax).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  for (const signal of stopSignals) process.on(signal, stop);
};

const fail = (reason: string): never => {
  process.stderr.write(`varde: could not stop cleanly: ${reason}.\n`);
  process.exit(1);
};
