import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../processes/listen-locally.ts";
import { commandOf } from "../processes/missing-programs.ts";

/** PgBouncer does not run as root either; an account that every system has serves for both. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Starts PgBouncer in transaction mode before the server of a database, with few connections, so
 * that transactions of one client meet different ones. It ends when our end of a pipe closes.
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "varde-pgbouncer-"));
  chmodSync(folder, 0o755);
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 4,
    ...settings,
  };
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      "[pgbouncer]",
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      "",
    ].join("\n"),
  );
  const text = '"$0" pgbouncer.ini & read -r _; kill $!; wait';
  const child = spawn("sh", ["-c", text, commandOf("pgbouncer")], {
    cwd: folder,
    stdio: "pipe",
    ...account,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  const isUp = new Promise<void>((resolve) =>
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.includes("process up")) resolve();
    }),
  );
  await Promise.race([
    isUp,
    ended.then(() => Promise.reject(new Error(`PgBouncer ended: ${output}`))),
  ]);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
