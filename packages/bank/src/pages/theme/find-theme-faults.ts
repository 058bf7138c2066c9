import { listKeys } from "@varde/protocol";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";
import type { ThemeTexts } from "../../configuration/theme-values.ts";
import { localeNames } from "../../ports/locale.ts";
import type { Scheme } from "../style/colours.ts";
import { completePalette } from "./complete-palette.ts";
import { findContrastFaults } from "./contrast.ts";
import { readLogo } from "./read-logo.ts";

const schemes: readonly Scheme[] = ["light", "dark"];
const locales = listKeys(localeNames);
const noTexts: ThemeTexts = {};

/** Returns a sentence for each fault of a theme that its schema cannot find. */
export const findThemeFaults = ({ theme, mode }: BankConfiguration): readonly string[] => [
  ...schemes.flatMap((scheme) =>
    findContrastFaults(
      scheme,
      completePalette(scheme, theme.colours?.[scheme]),
      mode === "sandbox",
    ),
  ),
  ...findLogoFaults(theme),
  ...findMissingTexts(theme),
];

type Theme = BankConfiguration["theme"];

const findLogoFaults = (theme: Theme): readonly string[] => {
  if (theme.logo === undefined && (theme.darkLogo ?? theme.logoHasName) !== undefined) {
    return ["theme.logo is missing; darkLogo and logoHasName only add to it."];
  }
  return (["logo", "darkLogo"] as const).flatMap((name) => {
    const path = theme[name];
    if (path === undefined) return [];
    try {
      readLogo(name, path);
      return [];
    } catch (error) {
      if (error instanceof ConfigurationRefused) return [error.message];
      throw error;
    }
  });
};

/** Requires each text in every language, because a page is in one language. */
const findMissingTexts = ({ texts = {} }: Theme): readonly string[] => {
  const names = new Set(locales.flatMap((locale) => listKeys(texts[locale] ?? noTexts)));
  return [...names].flatMap((name) =>
    locales
      .filter((locale) => texts[locale]?.[name] === undefined)
      .map((locale) => `theme.texts.${locale}.${name} is missing; write it in each language.`),
  );
};
