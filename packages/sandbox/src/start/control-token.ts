import { randomBytes } from "node:crypto";
import { openAuthorityFolder } from "../certificate-authority/authority-folder.ts";

const fileName = "control-token";

/** Returns the token in the data folder, or makes one at the first start. */
export const controlToken = (dataFolder: string): string => {
  const folder = openAuthorityFolder(dataFolder);
  const stored = folder.read(fileName)?.trim();
  if (stored !== undefined && stored !== "") return stored;
  const made = randomBytes(32).toString("base64url");
  folder.write(fileName, `${made}\n`);
  return made;
};
