import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Location of a sandbox's data: a folder, and a PostgreSQL database instead of SQLite. */
export interface SandboxPlace {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  /** A clone or worktree of another version, with its dependencies installed. */
  readonly root?: string;
  /** Settings in which the sandbox differs from `npm start`. */
  readonly environment?: Readonly<Record<string, string>>;
}

const ownRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the sandbox as `npm start` does, on a free port, with its log on disk. */
export const startSandbox = (place: SandboxPlace): Promise<ServerProcess> =>
  startServer({
    run: () => [join(place.root ?? ownRoot, "packages/varde/src/main.ts"), "start"],
    environment: (port) => ({
      PORT: String(port),
      HTTPS_PORT: "off",
      HOST: "127.0.0.1",
      VARDE_DATA: place.dataFolder,
      DATABASE_URL: place.databaseUrl ?? "",
      VARDE_LOG: "file",
      ...place.environment,
    }),
  });
