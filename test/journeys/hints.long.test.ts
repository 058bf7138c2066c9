import { atScale } from "@varde/testkit/rounds";
import { testHints } from "./test-hints.ts";

testHints("installation");
// Each command starts npm first.
const isWhole = atScale({ slice: false, long: true });
if (isWhole) testHints("clone");
