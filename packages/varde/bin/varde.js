#!/usr/bin/env node
// Plain JavaScript of an old kind, so that it can say what is missing on an old Node.
const nodeMajorMin = 24;
const nodeMajor = Number(process.versions.node.split(".")[0]);
if (nodeMajor < nodeMajorMin) {
  process.stderr.write(
    `varde needs Node ${nodeMajorMin} or later; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  await import("../dist/main.js");
}
