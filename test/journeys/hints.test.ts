import { testHints } from "./test-hints.ts";

testHints("installation");
