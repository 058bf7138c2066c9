import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";

// Repeats the tests with ten thousand silent sockets.
const isWhole = atScale({ slice: false, long: true });
if (isWhole) await import("./slow-clients.test.ts");
else test("the whole part of the file", { skip: !isWhole && "npm test runs this part" });
