import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Storage of the authority's files. */
export interface AuthorityFolder {
  read(name: string): string | undefined;
  write(name: string, text: string): void;
}

/** Keys of the TPPs the sandbox created, stored next to the authority's own. */
export const storedTppsFileName = "tpps.json";

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Opens a folder whose files only their owner can read. Writes are atomic, even in a crash. */
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
