import assert from "node:assert/strict";
import { test } from "node:test";
import { scaIdleMsMax, scaLinkMsMax } from "../../src/records/sca.ts";
import { bindSca, openSca } from "../../src/sca/open-sca.ts";
import { hashSecret } from "../../src/sca/start/start-sca.ts";
import { aPending, openScaBank } from "./an-sca-bank.ts";

const ours = { browserHash: hashSecret("ours") };

test("SCA-32: opening a link changes nothing, with or without a cookie", async () => {
  await using scas = await openScaBank();
  for (const status of ["received", "started", "psuAuthenticated", "failed"] as const) {
    const sca = await scas.store({ status, ...(status === "received" ? {} : ours) });
    for (const cookie of [undefined, "ours", "theirs"]) await openSca(sca.scaId, cookie, scas.bank);
    assert.deepEqual(await scas.read(sca.scaId), sca);
  }
});

test("SCA-28: any browser opens the link until authentication, then only its own", async () => {
  await using scas = await openScaBank();
  const visit = async (status: "received" | "started" | "psuAuthenticated", cookie?: string) => {
    const sca = await scas.store({ status, ...(status === "received" ? {} : ours) });
    const opened = await openSca(sca.scaId, cookie, scas.bank);
    return "closed" in opened ? opened.closed : opened.isBound ? "bound" : "unbound";
  };
  assert.equal(await visit("received"), "unbound");
  assert.equal(await visit("received", "ours"), "unbound");
  for (const cookie of [undefined, "", "theirs"]) {
    assert.equal(await visit("started", cookie), "unbound");
    assert.equal(await visit("psuAuthenticated", cookie), "other-browser");
  }
  assert.equal(await visit("started", "ours"), "bound");
  assert.equal(await visit("psuAuthenticated", "ours"), "bound");
});

test("SCA-28: says why a link cannot be opened, but elsewhere not how it ended", async () => {
  await using scas = await openScaBank();
  const { bank } = scas;
  assert.deepEqual(await openSca("nothing", "ours", bank), { closed: "unknown", isBound: false });
  const evil = { redirectUri: "http://evil.example/" };
  const reasons = [
    [{ ...ours, status: "finalised" }, "ours", "used"],
    [{ ...ours, status: "failed" }, "ours", "used"],
    [{ ...ours, status: "finalised" }, "theirs", "other-browser"],
    [{ ...ours, status: "failed" }, "theirs", "other-browser"],
    [{ status: "failed" }, "theirs", "used"],
    [{ ...evil, ...ours, status: "started" }, "ours", "untrusted-address"],
  ] as const;
  for (const [changes, cookie, closed] of reasons) {
    const sca = await scas.store(changes);
    const isBound = cookie === "ours" && "browserHash" in changes;
    assert.deepEqual(await openSca(sca.scaId, cookie, bank), { closed, sca, isBound });
  }
});

test("SCA-27: an unused link ends after 30 minutes, a begun SCA after five idle ones", async () => {
  await using scas = await openScaBank();
  const cases = [
    ["received", scaLinkMsMax],
    ["started", scaIdleMsMax],
    ["psuAuthenticated", scaIdleMsMax],
  ] as const;
  for (const [status, msMax] of cases) {
    const sca = await scas.store({ status, ...ours });
    const openLater = async (ms: number) => {
      scas.clock.now = sca.touchedAt + ms;
      return openSca(sca.scaId, "ours", scas.bank);
    };
    assert("sca" in (await openLater(msMax)));
    assert(!("closed" in (await openLater(msMax))));
    assert.deepEqual(await openLater(msMax + 1), { closed: "timed-out", sca, isBound: true });
  }
});

test("binding stores the cookie's hash, ends a proof and keeps failed attempts", async () => {
  await using scas = await openScaBank();
  const theirs = { browserHash: hashSecret("theirs"), pending: aPending, callbackHash: "c" };
  const sca = await scas.store({ status: "started", attempts: 3, ...theirs });
  scas.clock.now += 5;
  const bound = await bindSca(sca, "ours", scas.bank);
  const none = { pending: undefined, callbackHash: undefined };
  const touched = { touchedAt: scas.clock.now, version: 2n };
  assert.deepEqual({ ...bound }, { ...sca, ...ours, ...none, ...touched });
  const received = await scas.store();
  assert.equal((await bindSca(received, "ours", scas.bank))?.status, "started");
});

test("SCA-28: an authenticated SCA cannot be bound to another browser", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "psuAuthenticated", ...ours });
  await assert.rejects(bindSca(sca, "theirs", scas.bank), /cannot be opened/);
});

test("of two browsers that bind at once, one gets the SCA", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store();
  const both = await Promise.all(["a", "b"].map((cookie) => bindSca(sca, cookie, scas.bank)));
  assert.equal(both.filter((one) => one !== undefined).length, 1);
});
