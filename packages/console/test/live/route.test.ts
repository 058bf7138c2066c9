import "../a-page.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf,
  filterText,
  goTo,
  parseRoute,
  route,
  setFilterText,
} from "../../src/live/route.ts";

test("an address names the page, the opened thing and a query", () => {
  const { page, id, query } = parseRoute("#/requests/0198c0de?q=42&text=x");
  assert.deepEqual([page, id], ["requests", "0198c0de"]);
  assert.deepEqual([query.get("q"), query.get("text")], ["42", "x"]);
});

test("an address without a page, an id or a query has none", () => {
  for (const hash of ["", "#", "#/"]) {
    const { page, id, query } = parseRoute(hash);
    assert.deepEqual([page, id, query.size], ["", undefined, 0], hash);
  }
  assert.equal(parseRoute("#/payments").id, undefined);
});

test("an id with any characters is the same after a visit to its address", () => {
  for (const id of ["a/b", "50 %", "Åse", "a?b=c", "#"]) {
    assert.equal(parseRoute(addressOf("people", id)).id, id);
    assert.equal(parseRoute(addressOf("people", id)).page, "people");
  }
  assert.equal(addressOf("people"), "#/people");
});

test("the route follows the address bar", () => {
  goTo(addressOf("payments", "1"));
  assert.equal(location.hash, "#/payments/1");
  assert.deepEqual([route.value.page, route.value.id], ["payments", "1"]);
  location.hash = "#/figures";
  assert.deepEqual([route.value.page, route.value.id], ["figures", undefined]);
});

test("a filter is in the address, without an entry in the history for each letter", () => {
  const filter = 'tpp:"Min & Din" 50 % #1';
  goTo(addressOf("requests", "1"));
  setFilterText("requests", filter);
  assert.equal(filterText.value, filter);
  assert.equal(route.value.id, "1");
  assert.equal(location.hash, addressOf("requests", "1", filter));
  goTo(addressOf("requests", "2", filter));
  assert.equal(filterText.value, filter);
  goTo(addressOf("requests"));
  assert.equal(filterText.value, "");
});

test("an address that is not encoded correctly names what it shows", () => {
  assert.equal(parseRoute("#/people/50%").id, "50%");
});
