import type { ColourName, Palette, Scheme } from "../style/colours.ts";

/** Minimum contrasts of WCAG 2.2 AA: for text, and for borders and focus rings. */
const [textMin, shapeMin] = [4.5, 3];

type Pair = readonly [front: ColourName, backs: readonly ColourName[], contrastMin: number];

/** Colours that touch each other on the pages. */
const pairs: readonly Pair[] = [
  ["ink", ["paper", "card", "soft", "dangerSoft", "noticeSoft"], textMin],
  ["quiet", ["paper", "card", "soft"], textMin],
  ["primary", ["paper", "card"], textMin],
  ["primaryStrong", ["paper", "card"], textMin],
  ["onPrimary", ["primary", "primaryStrong"], textMin],
  ["good", ["card", "soft"], textMin],
  ["danger", ["card", "dangerSoft"], textMin],
  ["field", ["card", "paper"], shapeMin],
  ["focus", ["card", "paper", "soft"], shapeMin],
];

/** Pairs that only the pages of a sandbox have. */
const sandboxPairs: readonly Pair[] = [["sandbox", ["paper", "card", "sandboxSoft"], textMin]];

/** Returns a sentence for each pair of colours that is hard to read. */
export const findContrastFaults = (
  scheme: Scheme,
  palette: Palette,
  isSandbox: boolean,
): readonly string[] =>
  (isSandbox ? [...pairs, ...sandboxPairs] : pairs).flatMap(([front, backs, contrastMin]) =>
    backs.flatMap((back) => {
      const contrast = contrastRatio(palette[front], palette[back]);
      if (contrast >= contrastMin) return [];
      // Rounded down, so that 4.49 is not printed as 4.5.
      const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
      return [
        `theme.colours.${scheme}: ${front} ${palette[front]} on ${back} ${palette[back]} has a ` +
          `contrast of ${shown}:1, and ${contrastMin}:1 is needed; change one of them.`,
      ];
    }),
  );

/** Returns the contrast ratio of two colours like #0f5149, from 1 to 21. */
export const contrastRatio = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Returns the relative luminance of WCAG. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = readChannels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns red, green and blue, from 0 to 255. */
export const readChannels = (colour: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
