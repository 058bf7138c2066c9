import { describe } from "node:test";
import { followPromises, ignorePromises } from "./followed-promises.ts";
import type { Order } from "./messages.ts";
import { resolveOwnImports } from "./resolve-own-imports.ts";

resolveOwnImports();

// Runs test files one after another in this process. Each file becomes a suite, so that its hooks
// apply to its own tests only. The suite's name is blank because --test-name-pattern matches names.
process.on("message", (order: Order) => {
  if (order.kind === "end") {
    process.channel?.unref();
    return;
  }
  followPromises();
  describe(" ", () => import(order.url).finally(ignorePromises));
});

// The run that started this process has ended, so nobody reads the results any more.
process.on("disconnect", () => process.exit(1));
