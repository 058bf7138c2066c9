import { findBrowser, noBrowser } from "@varde/testkit/browser/find-browser";

// Prints the browser that the tests will use, and fails if there is none.
const found = findBrowser();
if (found === undefined) {
  console.error(noBrowser);
  process.exitCode = 1;
} else {
  console.log(found.kind === "packaged" ? "the Chromium from npm" : found.path);
}
