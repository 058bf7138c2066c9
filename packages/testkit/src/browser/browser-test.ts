import * as runner from "node:test";
import { findBrowser, noBrowser } from "./find-browser.ts";

// The parts of node:test for files that drive a browser. Without a browser their tests are skipped
// and their hooks do nothing, so that the rest of the suite still passes; on CI they fail instead.

const isMissing = findBrowser() === undefined;
if (isMissing && process.env.CI === "true") throw new Error(noBrowser);

type Hook = (run: () => unknown) => void;
type Test = (title: string, run: (context: runner.TestContext) => unknown) => void;

export const before: Hook = isMissing ? () => {} : runner.before;
export const after: Hook = isMissing ? () => {} : runner.after;
export const test: Test = isMissing
  ? (title) => void runner.test(title, { skip: noBrowser })
  : (runner.test as Test);
export const { describe } = runner;
