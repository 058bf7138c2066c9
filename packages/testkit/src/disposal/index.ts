export { openTogether } from "./open-together.ts";
