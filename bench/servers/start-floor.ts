import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Location of a server's database. */
export type Place =
  | { readonly engine: "sqlite"; readonly folder: string }
  | { readonly engine: "postgres"; readonly url: string };

const floorPath = fileURLToPath(new URL("../floor/main.ts", import.meta.url));

export const startFloor = (
  place: Place | { readonly engine: "verify" },
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  startServer({
    environment: () => environment,
    run: (port) => ["--conditions=varde-source", floorPath, String(port), ...floorArguments(place)],
  });

const floorArguments = (place: Place | { readonly engine: "verify" }): readonly string[] => {
  switch (place.engine) {
    case "sqlite":
      return ["sqlite", place.folder];
    case "postgres":
      return ["postgres", place.url];
    case "verify":
      return ["verify"];
  }
};
