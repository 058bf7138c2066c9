import { join, relative } from "node:path";
import { buildPackages } from "./publication/build-packages.ts";
import { listPublishedPackages } from "./publication/list-published-packages.ts";
import { packPackages } from "./publication/pack-packages.ts";
import { root } from "./source/list-files.ts";

const packages = listPublishedPackages();
buildPackages(packages);
for (const { path, size } of packPackages(packages, join(root, "dist"))) {
  console.log(`${relative(root, path)}  ${Math.ceil(size / 1024)} KiB`);
}
