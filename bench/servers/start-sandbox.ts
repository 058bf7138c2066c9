import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Where a sandbox keeps its keys and log, and its rows unless there is a database for them. */
export interface SandboxPlace {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
}

const sandboxPath = fileURLToPath(new URL("../../packages/varde/src/main.ts", import.meta.url));

/** The sandbox as `npm start` runs it, on a free port, with its log on the disk as ever. */
export const startSandbox = (place: SandboxPlace): Promise<ServerProcess> =>
  startServer({
    run: () => [sandboxPath, "start"],
    environment: (port) => ({
      PORT: String(port),
      HTTPS_PORT: "off",
      HOST: "127.0.0.1",
      VARDE_DATA: place.dataFolder,
      DATABASE_URL: place.databaseUrl ?? "",
      VARDE_LOG: "file",
    }),
  });
