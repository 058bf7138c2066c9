import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the authority keeps its texts between two starts. */
export interface AuthorityFolder {
  read(name: string): string | undefined;
  write(name: string, text: string): void;
}

/** The keys of the TPPs the sandbox made, which lie beside the authority's own. */
export const keptTppsFileName = "tpps.json";

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Files only their owner can read; a file is replaced whole, so a crash leaves no half of one. */
export const openAuthorityFolder = (folder: string): AuthorityFolder => {
  mkdirSync(folder, { recursive: true, mode: ownerOnlyFolder });
  return {
    read: (name) => {
      const path = join(folder, name);
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    },
    write: (name, text) => {
      const path = join(folder, name);
      const draft = `${path}.new`;
      writeFileSync(draft, text, { mode: ownerOnlyFile });
      chmodSync(draft, ownerOnlyFile);
      renameSync(draft, path);
    },
  };
};

export const openMemoryFolder = (): AuthorityFolder => {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name),
    write: (name, text) => {
      texts.set(name, text);
    },
  };
};
