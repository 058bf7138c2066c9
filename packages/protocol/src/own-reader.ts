/** For programs of TPPs and developers. A bank must not import it; a tidy rule checks that. */
export { ownReader } from "./reader.ts";
