import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findSandboxData } from "../../src/identity/find-sandbox-data.ts";

const original = process.cwd();
const place = mkdtempSync(join(tmpdir(), "varde-data-"));
process.chdir(place);
after(() => {
  process.chdir(original);
  rmSync(place, { recursive: true, force: true });
});

/** Makes a data folder whose log was written at this second. */
const write = (folder: string, second: number): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "varde.log"), "");
  utimesSync(join(folder, "varde.log"), second, second);
};

write(".varde", 10);
write(".varde/bank-9991", 10);
write(".varde/bank-9992", 10);
write(".varde-8081", 5);
write(".varde-8082", 20);
write(".varde-9090", 10);
write(".varde-9090/bank-9991", 10);
write("mine/bank-9991", 10);
// The folder of a TPP, and a file.
write(".varde-tpp", 30);
writeFileSync(".varde-notes", "");

const find = (bank: string, environment: Readonly<Record<string, string>> = {}) => {
  const { folder, firstFolder } = findSandboxData(bank, environment);
  return [folder, firstFolder];
};

test("finds the data of each bank of a process by its port", () => {
  assert.deepEqual(find("http://127.0.0.1:8080"), [".varde", ".varde"]);
  assert.deepEqual(find("https://127.0.0.1:8443"), [".varde", ".varde"]);
  assert.deepEqual(find("http://127.0.0.1:9090"), [".varde-9090", ".varde-9090"]);
  assert.deepEqual(find("http://127.0.0.1:9091"), [".varde-9090/bank-9991", ".varde-9090"]);
  assert.deepEqual(find("https://127.0.0.1:9454"), [".varde-9090/bank-9991", ".varde-9090"]);
});

test("prefers the bank that used the port last", () => {
  assert.deepEqual(find("http://127.0.0.1:8081"), [".varde/bank-9991", ".varde"]);
  assert.deepEqual(find("http://127.0.0.1:8082"), [".varde-8082", ".varde-8082"]);
});

test("returns the default folder for a port that no bank has used", () => {
  for (const port of [7999, 8083, 9092]) {
    assert.deepEqual(find(`http://127.0.0.1:${port}`), [".varde", ".varde"]);
  }
});

test("looks for further banks in VARDE_DATA, from PORT on", () => {
  const environment = { VARDE_DATA: "mine", PORT: "7000" };
  assert.deepEqual(find("http://127.0.0.1:7001", environment), ["mine/bank-9991", "mine"]);
  assert.deepEqual(find("http://127.0.0.1:7000", environment), ["mine", "mine"]);
  assert.deepEqual(find("http://127.0.0.1:8081", { VARDE_DATA: "mine" }), [
    "mine/bank-9991",
    "mine",
  ]);
  assert.deepEqual(find("http://127.0.0.1:8081", { VARDE_DATA: "new" }), ["new", "new"]);
});
