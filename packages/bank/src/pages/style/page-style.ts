import { base } from "./base.ts";
import { formatColours, type Palette, palettes, type Scheme } from "./colours.ts";

/** Returns the beginning of a stylesheet with these colours. */
export const formatPageStyle = (colours: Readonly<Record<Scheme, Palette>>): string =>
  formatColours(colours) + base;

/** Beginning of the stylesheets that no bank changes: reference, console and reports. */
export const pageStyle = formatPageStyle(palettes);
