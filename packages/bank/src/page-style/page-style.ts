import { base } from "./base.ts";
import { colours } from "./colours.ts";

/** Beginning of every stylesheet; SCA pages, reference and console add their own rules. */
export const pageStyle = colours + base;
