import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, test } from "node:test";
import { serveLocally } from "@varde/testkit/processes";
import { ContractClient } from "../src/client/contract-client.ts";
import { CoreBankCallFailed } from "../src/client/core-bank-call-failed.ts";
import { readHttpCoreBankOptions } from "../src/client/http-core-bank-options.ts";
import type { ContractId } from "../src/contract/contract-calls.ts";
import { contractOperations } from "../src/contract/contract-operations.ts";

/** Bodies that no operation returns. */
const foreignBodies = [
  "",
  "{",
  "<!doctype html><title>Sign in</title>",
  "null",
  "[]",
  '"text"',
  "7",
  '{"status":"error","message":"try again"}',
  '{"data":{},"error":null}',
  '{"detail":"The session has expired."}',
];

/** Bodies with a field of an operation whose value it cannot have. */
const wrongValues = [null, {}, [{}], [null], "text"];

const listBodies = (id: ContractId): readonly string[] => {
  const { properties = {} } = contractOperations[id].response as { properties?: object };
  const others = (Object.keys(contractOperations) as ContractId[])
    .flatMap((other) => Object.keys(Object(contractOperations[other].response).properties ?? {}))
    .filter((name) => !Object.hasOwn(properties, name));
  return [
    ...foreignBodies,
    ...Object.keys(properties).flatMap((name) =>
      wrongValues.map((value) => JSON.stringify({ [name]: value })),
    ),
    // A response of another operation.
    ...[...new Set(others)].map((name) => JSON.stringify({ [name]: [] })),
  ];
};

type Respond = (response: ServerResponse) => void;

/** Calls an operation of a server that responds in this way, and returns how the call failed. */
const callWith = async (id: ContractId, responses: readonly Respond[]): Promise<unknown[]> => {
  let next = 0;
  await using server = await serveLocally((request, response) => {
    request.resume();
    const respond = responses[next];
    next += 1;
    respond?.(response);
  });
  const client = new ContractClient(readHttpCoreBankOptions({ url: server.url }));
  const failures: unknown[] = [];
  for (const _ of responses) {
    const call: Promise<unknown> = client.call(id, {} as never);
    failures.push(
      await call.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  }
  client.close();
  return failures;
};

describe("F29: a response with 200 that is not one of the contract", () => {
  for (const id of Object.keys(contractOperations) as ContractId[]) {
    test(`leaves the outcome of ${id} unknown`, async () => {
      const bodies = listBodies(id);
      const responses = bodies.map(
        (body): Respond =>
          (response) => {
            response.writeHead(200, { "content-type": "application/json" }).end(body);
          },
      );
      const failures = await callWith(id, responses);
      for (const [at, failure] of failures.entries()) {
        assert(failure instanceof CoreBankCallFailed, `${bodies[at]} was accepted`);
      }
    });

    test(`leaves the outcome of ${id} unknown if it breaks off`, async () => {
      const [failure] = await callWith(id, [
        (response) => {
          response.writeHead(200, { "content-length": "100" }).write('{"account":{"accountId"');
          response.destroy();
        },
      ]);
      assert(failure instanceof CoreBankCallFailed, String(failure));
    });
  }

  test("a response without any field says that there is nothing", async () => {
    const empty: Respond = (response) => void response.writeHead(200).end("{}");
    for (const id of ["findAccount", "readBalances", "readTransaction", "findPerson"] as const) {
      assert.deepEqual(await callWith(id, [empty]), [undefined], id);
    }
  });
});
