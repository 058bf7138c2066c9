import { join, relative } from "node:path";
import { buildAndPack } from "./publication/build-and-pack.ts";
import { listPublishedPackages } from "./publication/list-published-packages.ts";
import { root } from "./source/list-files.ts";

const packages = listPublishedPackages();
for (const { path, size } of buildAndPack(packages, join(root, "dist"))) {
  console.log(`${relative(root, path)}  ${Math.ceil(size / 1024)} KiB`);
}
