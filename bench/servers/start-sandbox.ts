import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
    program: "sh",
    folder: root,
    run: () => ["-c", readStartScript(root)],
    environment: (port) => ({
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      HTTPS_PORT: "off",
      HOST: "127.0.0.1",
      VARDE_DATA: place.dataFolder,
      DATABASE_URL: place.databaseUrl ?? "",
      VARDE_LOG: "file",
      ...place.environment,
    }),
  });

/** Reads what `npm start` of a version runs, so that each has its own flags and variables. */
const readStartScript = (root: string): string => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Node replaces the shell, so that the process that is measured and stopped is the bank.
  return String(scripts.start).replace(/(?<!exec )\bnode /, "exec node ");
};
