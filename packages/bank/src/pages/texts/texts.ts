import type { Locale } from "../../ports/locale.ts";
import { en } from "./en.ts";
import { nb } from "./nb.ts";

/** Norwegian is the original; English must have exactly its keys. */
export type Texts = typeof nb;

export const textsByLocale: Readonly<Record<Locale, Texts>> = { nb, en };
