export { after, before, describe, test } from "./browser-test.ts";
export { findBarriers } from "./find-barriers.ts";
export { openBrowser, type SharedBrowser } from "./open-browser.ts";
export type { Complaint } from "./page-pool.ts";
