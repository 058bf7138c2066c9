import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";

// Repeats the tests with five thousand requests.
const isWhole = atScale({ slice: false, long: true });
if (isWhole) await import("./half-sent-requests.test.ts");
else test("the whole part of the file", { skip: !isWhole && "npm test runs this part" });
