import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
}

/** Lists the packages that are published, each after the packages it depends on. */
export function listPublishedPackages(): readonly PublishedPackage[] {
  const waiting = new Map(
    readdirSync(join(root, "packages"))
      .flatMap(readPackage)
      .map((each) => [each.name, each]),
  );
  const listed: PublishedPackage[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ dependencies }) =>
      dependencies.every((name) => !waiting.has(name)),
    );
    if (next === undefined) throw new Error(`Packages in a cycle: ${[...waiting.keys()]}.`);
    waiting.delete(next.name);
    listed.push(next);
  }
  return listed;
}

function readPackage(folderName: string): readonly PublishedPackage[] {
  const folder = join(root, "packages", folderName);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (manifest.private === true) return [];
  const { name, version, dependencies = {} } = manifest;
  return [{ name, version, folder, dependencies: Object.keys(dependencies) }];
}
