import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { checkMemoryAfter } from "./flood-sandbox.ts";

const share = atScale({ slice: 0.02, long: 1 });

test("A35: memory returns to what it was after a flood of everything", (t) =>
  checkMemoryAfter(
    {
      certificates: 2_000 * share,
      copiedWorlds: 500 * share,
      refusedSignatures: 20_000 * share,
      unopenedScas: 5_000 * share,
      eventStreams: 1_000,
      importBytes: 20_000_000,
    },
    t,
    { isPatient: true },
  ));
