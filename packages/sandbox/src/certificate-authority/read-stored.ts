import { ConfigurationRefused } from "@varde/bank";
import type { AuthorityFolder } from "./authority-folder.ts";

/** Reads one of the authority's files; `undefined` if there is none. */
export const readStored = <T>(
  folder: AuthorityFolder,
  name: string,
  parse: (text: string) => T,
): T | undefined => {
  const text = folder.read(name);
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (cause) {
    throw new ConfigurationRefused(
      `The file certificate-authority/${name} in the data folder is damaged; restore it from a ` +
        "backup, or delete it to start with a new one.",
      { cause },
    );
  }
};
