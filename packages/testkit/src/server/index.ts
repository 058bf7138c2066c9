export { ServerFolder } from "./server-folder.ts";
