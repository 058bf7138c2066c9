import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { controlOperations, controlStreams } from "@varde/protocol";

type Commands = Readonly<Record<string, string>>;

/** Calls of the console that a command makes in another way, with the file of that command. */
const otherwise: Commands = {
  "follow /requests/summaries": "bank/logs.ts",
  "get /accounts/{account}/history": "control/account.ts",
  "get /baskets/all": "control/payments.ts",
  "get /consents/{consentId}": "control/consents.ts",
  "get /customers": "bank/customers.ts",
  "get /payments/all": "control/payments.ts",
  "get /requests/{exchangeId}/code": "tpp/sign.ts",
  "get /resources/{resourceId}": "control/payments.ts",
  "get /tpps": "tpp/tpp.ts",
  "get /tpps/{tppId}": "tpp/tpp.ts",
  "post /app-approvals/{authorisationId}": "tpp/approve.ts",
  "post /first-payment": "tpp/pay.ts",
  "post /signatures": "tpp/sign.ts",
  "post /signed-requests": "tpp/sign.ts",
};

/** Lists the calls of the control API in the source of a package, as `get /clock`. */
const listCalls = (source: string): readonly string[] => {
  const call = /\.(get|post|put|patch|delete|follow)\(\s*"(\/[^"]*)"/g;
  const calls = globSync(`${source}/**/*.{ts,tsx}`).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(call)].map(([, verb, path]) => `${verb} ${path}`),
  );
  return [...new Set(calls)].toSorted();
};

describe("what the console calls", () => {
  const calls = listCalls("packages/console/src");

  test("each call is an operation of the control API, with its OpenAPI description", () => {
    const { paths } = JSON.parse(readFileSync("docs/reference/control-openapi.json", "utf8"));
    const declared = [
      ...Object.values(controlOperations).map(
        ({ method, path }) => `${method.toLowerCase()} ${path}`,
      ),
      ...Object.values(controlStreams).map(({ path }) => `follow ${path}`),
    ];
    assert.ok(calls.length > 40, "the calls were not found");
    assert.deepEqual(
      calls.filter((call) => !declared.includes(call)),
      [],
    );
    const undescribed = calls.filter((call) => {
      const [verb = "", path = ""] = call.split(" ");
      return paths[path]?.[verb === "follow" ? "get" : verb] === undefined;
    });
    assert.deepEqual(undescribed, []);
  });

  test("the command line can do the same", () => {
    const ofCommands = listCalls("packages/varde/src");
    const missing = calls.filter((call) => !ofCommands.includes(call));
    assert.deepEqual(missing, Object.keys(otherwise));
    const commands = globSync("*/*.ts", { cwd: "packages/varde/src/commands" });
    assert.deepEqual(
      Object.values(otherwise).filter((file) => !commands.includes(file)),
      [],
    );
  });
});
