import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Location of a server's database. */
export type Place =
  | { readonly engine: "sqlite"; readonly folder: string }
  | { readonly engine: "postgres"; readonly url: string };

const floorPath = fileURLToPath(new URL("../floor/main.ts", import.meta.url));

/** A floor without a database. */
interface NoPlace {
  readonly engine: "verify" | "refuse";
}

export const startFloor = (
  place: Place | NoPlace,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  startServer({
    environment: () => environment,
    run: (port) => ["--conditions=varde-source", floorPath, String(port), ...floorArguments(place)],
  });

const floorArguments = (place: Place | NoPlace): readonly string[] => {
  switch (place.engine) {
    case "sqlite":
      return ["sqlite", place.folder];
    case "postgres":
      return ["postgres", place.url];
    default:
      return [place.engine];
  }
};
