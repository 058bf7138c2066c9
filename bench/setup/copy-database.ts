import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { runOnServer } from "@varde/testkit/postgres";
import type { Place } from "../servers/start-floor.ts";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

/** Copies the database of a bank that is not running to the place of a floor. */
export const copyDatabase = async (from: SandboxPlace, to: Place): Promise<void> => {
  if (to.engine === "sqlite") {
    mkdirSync(to.folder, { recursive: true });
    cpSync(join(from.dataFolder, "varde.sqlite"), join(to.folder, "varde.sqlite"));
    return;
  }
  const target = new URL(to.url);
  const [source, copy] = [new URL(from.databaseUrl ?? ""), target].map(({ pathname }) =>
    pathname.slice(1),
  );
  target.pathname = "/postgres";
  await runOnServer(target.href, `drop database ${copy}`);
  await runOnServer(target.href, `create database ${copy} template ${source}`);
};
