import { constants } from "node:os";

/** Longer than the bank waits for its background jobs and then for responses. */
const stopMsMax = 20_000;

/**
 * Closes the bank at the first signal and ends the process, at the latest 20 seconds after the
 * bank has drained. Later signals change nothing: npm forwards Ctrl-C, which the terminal has
 * already sent. SIGHUP closes the bank too, unless there is something to reload.
 */
export const stopOnSignal = (
  close: () => Promise<void>,
  drainMs = 0,
  reload?: () => unknown,
): void => {
  const limitMs = drainMs + stopMsMax;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => fail(`it took more than ${limitMs / 1000} seconds`), limitMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  process.on("SIGHUP", reload ?? stop);
};

/** A signal this soon is the same one: npm forwards Ctrl-C, which the terminal has already sent. */
const sameSignalMs = 1000;

/** Whether a signal has come, and the exit code for it. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  readonly exitCode: number;
}

/** Aborts at the first signal, so that a command can clean up. The second ends the process. */
export const abortOnSignal = ({
  onFirst,
  onSecond,
}: {
  readonly onFirst: () => void;
  readonly onSecond: () => void;
}): Interruption => {
  const controller = new AbortController();
  let exitCode = 0;
  let abortedAt = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      exitCode = 128 + constants.signals[name];
      abortedAt = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - abortedAt > sameSignalMs) {
      onSecond();
      process.exit(exitCode);
    }
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => {
      for (const name of names) process.off(name, stop);
    },
  };
};

const fail = (reason: string): never => {
  process.stderr.write(`varde: could not stop cleanly: ${reason}.\n`);
  process.exit(1);
};

const pollMs = 500;

/**
 * Sends this process SIGTERM when the npm or npx that started it has ended. npm passes signals on
 * only to the shell between the two, which ends (dash) without passing them on.
 */
export const endWithNpm = (environment: Readonly<Record<string, string | undefined>>): void => {
  const isByNpm = environment.npm_lifecycle_event !== undefined;
  // Windows sends Ctrl-C and the closing of a window to all its processes, and keeps the parent id.
  if (!isByNpm || process.platform === "win32") return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    process.kill(process.pid, "SIGTERM");
  }, pollMs).unref();
};
