import type { ThemeColours } from "../../configuration/theme-values.ts";
import { type Palette, palettes, type Scheme } from "../style/colours.ts";
import { contrastRatio, readChannels } from "./contrast.ts";

const hoverShare = 0.25;
const tintShare = 0.08;

/** Fills in the colours that a bank does not set; some follow from its primary colour. */
export const completePalette = (scheme: Scheme, given: ThemeColours = {}): Palette => {
  const palette: Palette = { ...palettes[scheme], ...given };
  const { primary, card, ink } = palette;
  if (given.primary === undefined) return palette;
  const derived = {
    primaryStrong: mix(primary, ink, hoverShare),
    onPrimary: betterOn(primary, mix(primary, ink, hoverShare)),
    soft: mix(card, primary, tintShare),
  };
  return { ...palette, ...derived, ...given };
};

/** Returns white or black, whichever is easier to read on both colours. */
const betterOn = (one: string, other: string): string => {
  const contrastOf = (text: string) =>
    Math.min(contrastRatio(text, one), contrastRatio(text, other));
  return contrastOf("#ffffff") >= contrastOf("#000000") ? "#ffffff" : "#000000";
};

/** Mixes a share of the second colour into the first. */
const mix = (first: string, second: string, share: number): string => {
  const seconds = readChannels(second);
  const channels = readChannels(first).map((channel, index) =>
    Math.round(channel * (1 - share) + (seconds[index] ?? 0) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${channels.join("")}`;
};
