import { join, relative } from "node:path";
import { buildAndPack } from "./publication/build-and-pack.ts";
import { listPublishedPackages } from "./publication/list-published-packages.ts";
import { packOneFile } from "./publication/pack-one-file.ts";
import { root } from "./source/list-files.ts";

const tarballs = buildAndPack(listPublishedPackages(), join(root, "dist"));
const oneFile = packOneFile(tarballs, join(root, "dist/one-file"));
for (const { path, size } of [...tarballs, oneFile]) {
  console.log(`${relative(root, path)}  ${Math.ceil(size / 1024)} KiB`);
}
