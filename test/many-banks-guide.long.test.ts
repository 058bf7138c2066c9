import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { followGuide, GuideFolder } from "./guide.ts";

const guide = "many-banks.md";

test(`${guide} does what it shows`, {
  skip: missingPrograms(["openssl", "curl", "timeout"]),
}, async () => {
  const place = new GuideFolder("http://127.0.0.1:8080");
  try {
    assert.deepEqual(await followGuide(guide, place), []);
  } catch (error) {
    stopServer(join(place.path, "varde.pid"));
    throw error;
  } finally {
    place.close();
  }
});

/** Ends the process that an unfinished guide has left running. */
const stopServer = (file: string): void => {
  if (existsSync(file)) process.kill(Number(readFileSync(file, "utf8")));
};
