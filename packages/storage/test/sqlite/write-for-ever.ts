import { writeSync } from "node:fs";
import { openStorage, StorageRefused } from "@varde/storage";
import { addNote, notes } from "../notes.ts";

// Writes notes forever and prints the number of each one that was committed.
const folder = process.argv[2] ?? "";
try {
  const storage = await openStorage({ location: { engine: "sqlite", folder }, migrations: notes });
  const write = async (writer: number) => {
    for (let at = 0; ; at += 1) {
      const id = `${writer}-${at}`;
      await storage.write(() => addNote(id));
      writeSync(1, `${id}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
} catch (error) {
  if (!(error instanceof StorageRefused)) throw error;
  writeSync(1, `${error.message}\n`);
}
