import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the bank's id in the data folder, or makes one at the first start. */
export const storedBankId = (dataFolder: string): string => {
  const path = join(dataFolder, "bank-id");
  try {
    writeFileSync(path, `${randomUUID()}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Processes that share the folder may start together: the first one makes the id.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
};
