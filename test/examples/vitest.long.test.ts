import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

const example = fileURLToPath(new URL("bank-in-a-vitest-run.vitest.ts", import.meta.url));

test("the Vitest example runs under Vitest", async () => {
  const vitest = await startVitest(
    "test",
    [],
    {
      config: false,
      include: [example],
      watch: false,
      // Vitest's default limits are too short for a busy machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      reporters: [{}],
      // Runs on the packages' source, as all tests do; installed packages need none of this.
      execArgv: ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"],
      server: { deps: { external: [/packages\/\w+\/src/] } },
    },
    { ssr: { resolve: { conditions: ["varde-source"] } } },
  );
  const [module] = vitest.state.getTestModules();
  const results = [...(module?.children.allTests() ?? [])].map((one) => one.result());
  const faults = [...(module?.errors() ?? []), ...results.flatMap(({ errors }) => errors ?? [])];
  await vitest.close();
  assert.deepEqual(faults, []);
  assert.deepEqual(
    results.map(({ state }) => state),
    ["passed", "passed"],
  );
});
