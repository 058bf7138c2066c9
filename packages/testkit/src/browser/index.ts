export { browserPatienceMs, launchBrowser } from "./browser.ts";
export { after, before, describe, test } from "./browser-test.ts";
export { findBarriers } from "./find-barriers.ts";
