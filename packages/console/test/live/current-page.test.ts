import "../a-page.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { findCurrentPage, findMenuPage } from "../../src/live/current-page.ts";
import { rows } from "../../src/live/exchanges.ts";
import { connection, worlds } from "../../src/live/world.ts";
import { anExchange } from "../an-exchange.ts";

beforeEach(() => {
  location.hash = "#/";
  connection.value = "live";
  worlds.value = [];
  rows.value = [];
});

test("a first visit starts with the guide", () => {
  assert.equal(findCurrentPage(), "start");
});

test("the guide is not shown before it is known whether the sandbox was used", () => {
  connection.value = "connecting";
  assert.equal(findCurrentPage(), "requests");
});

test("a sandbox with a world or with requests starts with the requests", () => {
  rows.value = [anExchange()];
  assert.equal(findCurrentPage(), "requests");
  rows.value = [];
  const rest = { openedAt: 0, lastUsedAt: 0, profiles: [] };
  worlds.value = [{ worldId: "1", name: "Example TPP", seed: 1, isCopied: false, ...rest }];
  assert.equal(findCurrentPage(), "requests");
});

test("the address decides, and the menu shows pages of the same kind under one entry", () => {
  const pages = { baskets: "payments", accounts: "people", consents: "people", tpps: "tpps" };
  for (const [page, menuPage] of Object.entries(pages)) {
    location.hash = `#/${page}`;
    assert.deepEqual([findCurrentPage(), findMenuPage()], [page, menuPage]);
  }
});
