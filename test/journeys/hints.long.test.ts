import { testHints } from "./test-hints.ts";

// Each command starts npm first.
testHints("clone");
