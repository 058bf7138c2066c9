#!/usr/bin/env node
// Only syntax that every Node since 14 reads, so that an old one gets the sentence below.
const version = process.versions.node;
const [major, minor] = version.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`varde needs Node 22.18 or later; this is Node ${version}.\n`);
  process.exitCode = 1;
} else {
  await import("../dist/main.js");
}
