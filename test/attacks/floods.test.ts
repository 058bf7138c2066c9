import { test } from "node:test";
import { checkMemoryAfter } from "./flood-sandbox.ts";

test("A35: memory returns to what it was after a small flood of everything", (t) =>
  checkMemoryAfter(
    {
      certificates: 30,
      copiedWorlds: 4,
      refusedSignatures: 200,
      unopenedScas: 50,
      eventStreams: 120,
      importBytes: 4_000_000,
    },
    t,
    { isPatient: false },
  ));
