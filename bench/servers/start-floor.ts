import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Where a server keeps its rows. */
export type Place =
  | { readonly engine: "sqlite"; readonly folder: string }
  | { readonly engine: "postgres"; readonly url: string };

const floorPath = fileURLToPath(new URL("../floor/main.ts", import.meta.url));

export const startFloor = (place: Place | { readonly engine: "verify" }): Promise<ServerProcess> =>
  startServer({ run: (port) => [floorPath, String(port), ...wordsOf(place)] });

const wordsOf = (place: Place | { readonly engine: "verify" }): readonly string[] => {
  switch (place.engine) {
    case "sqlite":
      return ["sqlite", place.folder];
    case "postgres":
      return ["postgres", place.url];
    case "verify":
      return ["verify"];
  }
};
