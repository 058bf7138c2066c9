import "../a-page.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { ControlFailed, ControlUnreachable } from "@varde/protocol/control-client";

location.hash = "#control-token=s3cret-token";
const { attempt, describeError, hasToken, isRefused, isUnreachable, notice, showNotice } =
  await import("../../src/live/control.ts");

const noticeMs = 10_000;

beforeEach(() => {
  notice.value = undefined;
});

test("the token of a link is stored and leaves the address bar", () => {
  assert.equal(hasToken, true);
  assert.equal(sessionStorage.getItem("varde.control-token"), "s3cret-token");
  assert.equal(location.hash, "");
});

describe("errors", () => {
  test("are sentences that start with a capital letter", () => {
    assert.equal(describeError(new ControlFailed("no such world", 404)), "No such world");
    assert.equal(describeError("broken"), "Broken");
  });

  test("say that the sandbox does not respond, without details", () => {
    const error = new ControlUnreachable("fetch failed");
    assert.equal(describeError(error), "The sandbox does not respond.");
    assert.deepEqual([isUnreachable(error), isRefused(error)], [true, false]);
  });

  test("are refusals of the token only with 403", () => {
    assert.equal(isRefused(new ControlFailed("wrong token", 403)), true);
    assert.equal(isRefused(new ControlFailed("no such world", 404)), false);
  });
});

describe("notices", () => {
  test("about a success disappear after a while", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    showNotice({ tone: "good", text: "Saved." });
    t.mock.timers.tick(noticeMs - 1);
    assert.equal(notice.value?.text, "Saved.");
    t.mock.timers.tick(1);
    assert.equal(notice.value, undefined);
  });

  test("about a failure stay", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    showNotice({ tone: "bad", text: "No such world" });
    t.mock.timers.tick(10 * noticeMs);
    assert.equal(notice.value?.text, "No such world");
  });

  test("are not removed by the time of an earlier one", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    showNotice({ tone: "good", text: "First." });
    t.mock.timers.tick(noticeMs / 2);
    showNotice({ tone: "good", text: "Second." });
    t.mock.timers.tick(noticeMs / 2);
    assert.equal(notice.value?.text, "Second.");
  });
});

describe("an attempt", () => {
  test("returns the result, says what was done and removes the last failure", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    showNotice({ tone: "bad", text: "No such world" });
    assert.equal(await attempt(async () => 7), 7);
    assert.equal(notice.value, undefined);
    assert.equal(await attempt(async () => 8, "Done."), 8);
    assert.deepEqual(notice.value, { tone: "good", text: "Done." });
  });

  test("that fails returns undefined and shows why", async () => {
    const failing = attempt(async () => {
      throw new ControlFailed("the name is taken", 409);
    }, "Done.");
    assert.equal(await failing, undefined);
    assert.deepEqual(notice.value, { tone: "bad", text: "The name is taken" });
  });
});
