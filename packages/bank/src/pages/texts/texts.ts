import type { Locale } from "../../ports/locale.ts";
import { en } from "./en.ts";
import { nb, type Texts } from "./nb.ts";

export type { Texts };

export const textsByLocale: Readonly<Record<Locale, Texts>> = { nb, en };
