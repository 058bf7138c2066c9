import { createHook } from "node:async_hooks";

// Node's test runner follows each promise and timer of a process, to know which test or suite it
// belongs to. While a file is imported, this finds the suite that its tests belong to. While tests
// run, it only names the test of an error that nobody caught, and costs 2.6 s for a million awaits.

type Hook = ReturnType<typeof createHook>;
const hooks: Hook = Object.getPrototypeOf(createHook({}));
const { enable } = hooks;
/** The hook that the runner turns on when the first file becomes a suite. */
let ofRunner: Hook | undefined;
hooks.enable = function (this: Hook) {
  hooks.enable = enable;
  ofRunner = this;
  return enable.call(this);
};

export const followPromises = (): void => void ofRunner?.enable();

/** Ends the process on an error that nobody catches from now on: no test would fail by it. */
export const ignorePromises = (): void => {
  ofRunner?.disable();
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.off(event, endProcess).prependListener(event, endProcess);
  }
};

function endProcess(error: unknown): void {
  console.error(error);
  process.exit(1);
}
