import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";

// Repeats the tests, and loses every response.
const isWhole = atScale({ slice: false, long: true });
if (isWhole) await import("./lost-sca-responses.test.ts");
else test("the whole part of the file", { skip: !isWhole && "npm test runs this part" });
