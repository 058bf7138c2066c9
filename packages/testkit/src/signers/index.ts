export { SigningProcess } from "./signing-process.ts";
