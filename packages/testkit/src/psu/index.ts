export { aPsu, TestPsu } from "./a-psu.ts";
export { aSession, callHeaders, type PsuSession } from "./a-session.ts";
export { finishSca, type PsuChoices, redirectUri } from "./finish-sca.ts";
export {
  bjarte,
  eline,
  henrik,
  ingrid,
  jonas,
  kari,
  kariAtWork,
  ola,
  sunniva,
  trym,
} from "./kari-and-others.ts";
export { openLink } from "./open-link.ts";
export { PageBrowser } from "./page-browser.ts";
export { Phone } from "./phone.ts";
