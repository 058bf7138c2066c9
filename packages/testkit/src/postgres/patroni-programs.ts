import { existsSync, globSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listInstallations } from "./postgres.ts";

/** Where `npm run patroni` unpacks the programs that are not installed. */
export const patroniFolder = join(tmpdir(), "varde-patroni");

const paths = {
  etcd: "usr/bin/etcd",
  patroni: "usr/bin/patroni",
  haproxy: "usr/sbin/haproxy",
} as const;

/** The programs of a cluster, and the environment in which unpacked ones find their libraries. */
export interface PatroniPrograms {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  /** The folder with initdb, pg_basebackup and pg_rewind. */
  readonly postgres: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Finds the programs, installed or unpacked. Returns the reason if one is missing. */
export const findPatroniPrograms = (): PatroniPrograms | string => {
  const isInstalled = Object.values(paths).every((path) => existsSync(join("/", path)));
  const root = isInstalled ? "/" : patroniFolder;
  const missing = Object.entries(paths).find(([, path]) => !existsSync(join(root, path)));
  if (missing !== undefined) return `${missing[0]} is neither installed nor unpacked`;
  // In a folder that everybody may write to, somebody else could have put programs there.
  if (!isInstalled && statSync(root).uid !== process.getuid?.()) return `${root} is not ours`;
  const postgres = listInstallations().find((each) => existsSync(join(each, "bin/pg_rewind")));
  if (postgres === undefined) return "no PostgreSQL of Debian is installed";
  return {
    etcd: join(root, paths.etcd),
    patroni: join(root, paths.patroni),
    haproxy: join(root, paths.haproxy),
    postgres: join(postgres, "bin"),
    environment: isInstalled ? {} : unpackedEnvironment(root),
  };
};

const unpackedEnvironment = (root: string): Readonly<Record<string, string>> => ({
  PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
  LD_LIBRARY_PATH: [...globSync(join(root, "usr/lib/*-linux-gnu")), join(root, "usr/lib")].join(
    ":",
  ),
});

/** Returns why a cluster cannot be started here; false if it can. */
export const patroniObstacle = (): string | false => {
  const found = findPatroniPrograms();
  return typeof found === "string" && `${found}; npm run patroni unpacks them`;
};
