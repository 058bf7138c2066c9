export { aPsu, TestPsu } from "./a-psu.ts";
export { aSession, callHeaders, type PsuSession } from "./a-session.ts";
export { henrik, ingrid, jonas, kari, kariAtWork, ola } from "./kari-and-others.ts";
export { PageBrowser } from "./page-browser.ts";
export { redirectUri, type ScaChoices, walkSca } from "./walk-sca.ts";
