import assert from "node:assert/strict";
import { test } from "node:test";
import { serveLocally } from "@varde/testkit/processes";
import { InstructionConflict } from "../src/index.ts";
import { portListener } from "./a-core-bank-server.ts";

test("refuses requests that the contract does not have, with the place of the fault", async () => {
  await using server = await serveLocally(
    portListener({
      coreBank: {
        submitAll: async () => {
          throw new InstructionConflict("Instruction i1 has other content.");
        },
        listPending: async () => {
          throw new Error("a name that nobody may see");
        },
      },
    }),
  );
  const send = async (path: string, body: unknown, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
    });
    const { pointer, detail } = Object(await response.json());
    return [response.status, pointer, detail];
  };
  const account = { worldId: "w", accountId: "a" };
  const page = { from: "2026-01-01", limit: 10 };
  const cases = [
    ["/nothing", {}, 404, undefined],
    ["/balances/read", { worldId: "w" }, 400, "/accountId"],
    ["/balances/read", { worldId: "w", accountId: 7 }, 400, "/accountId"],
    ["/balances/read", "{", 400, undefined],
    ["/accounts/find", { worldId: "w", reference: {} }, 400, "/reference"],
    ["/accounts/find", { worldId: "w", reference: { bban: "1", iban: "2" } }, 400, "/reference"],
    [
      "/transactions/list",
      { ...account, page: { ...page, place: { at: "after" } } },
      400,
      "/page/place/key",
    ],
    ["/instructions/submit", { worldId: "w", at: 1, instructions: [] }, 409, undefined],
    ["/pending/list", account, 500, undefined],
  ] as const;
  for (const [path, body, status, pointer] of cases) {
    const [seenStatus, seenPointer, detail] = await send(path, body);
    assert.deepEqual([seenStatus, seenPointer], [status, pointer], `${path} ${detail}`);
    assert.doesNotMatch(String(detail), /nobody may see/);
  }
  const plain = { headers: { "content-type": "text/plain" } };
  assert.equal((await send("/balances/read", account, plain))[0], 415);
  assert.equal((await fetch(`${server.url}/balances/read`)).status, 405);
});
