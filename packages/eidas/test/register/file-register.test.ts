import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { TppRequest } from "@varde/bank";
import { testContract, tppRegisterContract } from "@varde/bank/contracts";
import { openFileRegister } from "../../src/register/file-register.ts";
import {
  changeRegister,
  emptyRegister,
  parseRegister,
  type RegisterFile,
} from "../../src/register/index.ts";

const folder = mkdtempSync(join(tmpdir(), "varde-register-"));
after(() => rmSync(folder, { recursive: true }));
const identifier = "PSDSE-FINA-5560000001";
const blockedAt = "2026-06-01T12:00:00Z";
const listed: RegisterFile = {
  providers: [
    {
      identifier,
      name: "Sparbot AB",
      activities: [
        { role: "PSP_AI", countries: ["SE", "NO"], from: "2026-01-01", until: "2026-12-31" },
        { role: "PSP_PI", countries: ["SE"] },
      ],
    },
    {
      identifier: "PSDNO-FSA-1",
      name: "Bank",
      activities: [{ role: "PSP_AS", countries: ["NO"] }],
    },
    { identifier: "PSDNO-FSA-2", name: "New", activities: [] },
  ],
  blocked: [
    { identifier: "PSDNO-FSA-3", reason: "closed", at: "2026-01-01T00:00:00Z" },
    { identifier: "PSDNO-FSA-1", reason: "lost its key", at: blockedAt },
  ],
};

let files = 0;
const open = async (register: object, onFault: (error: Error) => void = assert.fail) => {
  files += 1;
  const path = join(folder, `register-${files}.json`);
  writeFileSync(path, JSON.stringify(register));
  return { path, register: await openFileRegister(path, { pollMs: 20, onFault }) };
};

const aRequest = (change: Partial<TppRequest>): TppRequest => ({
  certificate: {} as TppRequest["certificate"],
  identifier,
  roles: new Set(["PSP_AI", "PSP_PI", "PSP_AS"]),
  operation: { id: "listAccounts", roles: ["PSP_AI"] },
  country: "NO",
  at: Date.parse("2026-05-01T00:00:00Z"),
  ...change,
});

const payment = { id: "createPayment", roles: ["PSP_PI"] } as const;
const decisions: readonly (readonly [string, Partial<TppRequest>, RegExp | undefined])[] = [
  ["a TPP with a passport for the country", {}, undefined],
  ["a service that is registered in its own country only", { operation: payment }, /PSP_PI in NO/],
  ["a service in its own country", { operation: payment, country: "SE" }, undefined],
  ["a country without a passport", { country: "DK" }, /not registered for PSP_AI in DK/],
  ["a day before the first", { at: Date.parse("2025-12-31") }, /not registered/],
  ["the day after the last", { at: Date.parse("2026-12-31") }, /not registered/],
  ["a role that the certificate lacks", { roles: new Set() }, /not registered/],
  ["an unknown TPP", { identifier: "PSDNO-FSA-9" }, /does not list/],
  ["a bank, for every service", { identifier: "PSDNO-FSA-1", operation: payment }, undefined],
  ["a TPP before its block", { identifier: "PSDNO-FSA-1" }, undefined],
  [
    "a blocked TPP",
    { identifier: "PSDNO-FSA-1", at: Date.parse(blockedAt) },
    /blocked since 2026-06-01T12:00:00Z: lost its key/,
  ],
  [
    "an operation for every role",
    { identifier: "PSDNO-FSA-2", operation: { id: "readUser", roles: [] } },
    undefined,
  ],
];

const { register: underContract } = await open(listed);
after(() => underContract[Symbol.dispose]());
testContract(
  "the contract of a register holds for a file",
  tppRegisterContract({
    register: underContract,
    admitted: aRequest({}),
    blocked: "PSDNO-FSA-3",
    uncovered: { operation: payment },
  }),
);

describe("the register of a file", () => {
  for (const [what, change, refusal] of decisions) {
    test(`SIG-07: ${refusal === undefined ? "admits" : "refuses"} ${what}`, async () => {
      const { register } = await open(listed);
      const decided = await register.admit(aRequest(change));
      register[Symbol.dispose]();
      assert.equal(decided.isAdmitted, refusal === undefined);
      if (!decided.isAdmitted && refusal !== undefined) assert.match(decided.reason, refusal);
    });
  }

  test("SIG-07: follows changes of its file, and ignores an invalid file", async () => {
    const faults: Error[] = [];
    const { path, register } = await open(emptyRegister, (error) => void faults.push(error));
    const admits = async () => (await register.admit(aRequest({}))).isAdmitted;
    const until = async (isReached: () => Promise<boolean>) => {
      while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    assert.equal(await admits(), false);
    changeRegister(path, () => listed);
    await until(admits);
    writeFileSync(path, "{");
    await until(async () => faults.length > 0);
    assert.equal(await admits(), true);
    register[Symbol.dispose]();
  });

  test("refuses an invalid file and says where the fault is", () => {
    const faults: readonly (readonly [unknown, RegExp])[] = [
      [
        { ...listed, providers: [{ identifier: "NO-1", name: "x", activities: [] }] },
        /\/providers\/0\/id/,
      ],
      [{ ...listed, blockd: [] }, /unknown field \/blockd/],
      [{ providers: [] }, /blocked/],
    ];
    for (const [register, reason] of faults) {
      assert.throws(() => parseRegister(Buffer.from(JSON.stringify(register))), reason);
    }
  });

  test("refuses two changes at the same time", () => {
    const path = join(folder, "locked.json");
    const change = () => {
      assert.throws(() => changeRegister(path, () => listed), /Another command is changing/);
      return listed;
    };
    assert.deepEqual(changeRegister(path, change), listed);
    assert.throws(() => changeRegister(path, () => assert.fail("spoilt")), /spoilt/);
    changeRegister(path, () => emptyRegister);
  });
});
