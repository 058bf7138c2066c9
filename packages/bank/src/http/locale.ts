import type { Locale } from "../sca/pages/page-models.ts";

/** Norwegian for whoever asks for it in any of its forms, English for everybody else. */
export const localeOf = (acceptLanguage: string | undefined): Locale =>
  /^\s*(?:nb|nn|no)\b/i.test(acceptLanguage ?? "") ? "nb" : "en";
