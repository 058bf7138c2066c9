import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Returns the SHA-256 of each file in the form that `sha256sum --check` reads in the folder. */
export const formatChecksums = (paths: readonly string[], folder: string): string =>
  paths
    .map((path) => {
      const checksum = createHash("sha256").update(readFileSync(path)).digest("hex");
      return `${checksum}  ${relative(folder, path)}\n`;
    })
    .join("");
