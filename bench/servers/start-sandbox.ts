import { readFileSync } from "node:fs";
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
export const startSandbox = ({ root = ownRoot, ...place }: SandboxPlace): Promise<ServerProcess> =>
  startServer({
    folder: root,
    run: () => readStartArguments(root),
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

/** Reads what `npm start` of a version passes to Node, so that each runs with its own flags. */
const readStartArguments = (root: string): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, line] = /(?:^|\s)node (.+)$/.exec(scripts.start) ?? [];
  if (line === undefined) throw new Error(`npm start in ${root} does not run Node.`);
  return line.split(" ");
};
