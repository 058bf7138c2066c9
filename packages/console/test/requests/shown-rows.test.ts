import "../a-page.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { ExchangeSummary } from "@varde/protocol";
import { rows } from "../../src/live/exchanges.ts";
import { setFilterText } from "../../src/live/route.ts";
import { listChoices, operationName, shownRows } from "../../src/requests/shown-rows.ts";
import { findNeighbour } from "../../src/shown/use-row-keys.ts";
import { anExchange } from "../an-exchange.ts";

const show = (...exchanges: readonly ExchangeSummary[]) => {
  rows.value = exchanges;
};
const filterBy = (text: string) => {
  setFilterText("requests", text);
  return shownRows.value;
};
const targets = (found: readonly ExchangeSummary[]) => found.map(({ target }) => target);

beforeEach(() => {
  rows.value = [];
  setFilterText("requests", "");
});

describe("filters of requests", () => {
  const refused = { status: 401, code: "SIGNATURE_INVALID" };

  test("show everything while none is set", () => {
    show(anExchange(), anExchange(refused));
    assert.equal(shownRows.value, rows.value);
  });

  test("show only requests that match all of them", () => {
    show(
      anExchange({ target: "/both", tpp: "Min TPP", operation: "readPayment" }),
      anExchange({ target: "/tpp", tpp: "Min TPP" }),
      anExchange({ target: "/operation", operation: "readPayment" }),
    );
    assert.deepEqual(targets(filterBy('tpp:"Min TPP"')), ["/both", "/tpp"]);
    assert.deepEqual(targets(filterBy('tpp:"min tpp" operation:readPayment')), ["/both"]);
    assert.deepEqual(targets(filterBy("operation:readPay")), [], "whole names only");
  });

  test("find statuses by number or first digit, and refused ones of both kinds", () => {
    show(...[200, 201, 302, 400, 429, 500].map((status) => anExchange({ status })));
    const shown = (status: string) => filterBy(`status:${status}`).map((row) => row.status);
    assert.deepEqual(shown("2xx"), [200, 201]);
    assert.deepEqual(shown("4"), [400, 429]);
    assert.deepEqual(shown("429"), [429]);
    assert.deepEqual(shown("refused"), [400, 429, 500]);
    assert.deepEqual(shown("5XX"), [500]);
  });

  test("find codes, and every word in the path, code, TPP, status or an id", () => {
    const ids = { requestId: "Sent-2", resources: ["P-1"] };
    show(anExchange({ ...refused, ...ids, target: "/v1/accounts", tpp: "Fjord" }));
    for (const text of [
      "code:signature_invalid",
      "signature",
      "ACCOUNTS",
      "fjord",
      "401",
      "p-1",
      "sent-2",
      "  fjord   status:401 ",
    ]) {
      assert.equal(filterBy(text).length, 1, text);
    }
    for (const text of ["fjord 404", "code:SIGNATURE", "status:400 fjord"]) {
      assert.equal(filterBy(text).length, 0, text);
    }
  });

  test("find a caller that was not identified by the name in its certificate", () => {
    const { tpp: _, ...stranger } = anExchange({ target: "/refused", certificate: "Expired AS" });
    show(stranger, anExchange());
    assert.deepEqual(targets(filterBy('tpp:"Expired AS"')), ["/refused"]);
  });

  test("count all unknown paths, which a TPP can invent, as one operation", () => {
    show(anExchange({ operation: "GET /v9/a" }), anExchange({ operation: "POST /x" }));
    assert.deepEqual(rows.value.map(operationName), ["unknown path", "unknown path"]);
    assert.equal(filterBy('operation:"unknown path"').length, 2);
  });
});

describe("choices of a filter", () => {
  test("are the values of the list, each once and in order, and the chosen one", () => {
    show(...["Bergen", "Alta", "Bergen", ""].map((tpp) => anExchange({ tpp })));
    assert.deepEqual(
      listChoices((row) => row.tpp, "Gone"),
      ["Alta", "Bergen", "Gone"],
    );
  });

  test("are at most 200", () => {
    show(...Array.from({ length: 250 }, (_, at) => anExchange({ tpp: `TPP ${at}` })));
    assert.equal(listChoices((row) => row.tpp, "").length, 200);
  });
});

test("keys move up and down the rows and stop at the ends", () => {
  const ids = ["a", "b", "c"];
  assert.equal(findNeighbour(ids, "a", 1), "b");
  assert.equal(findNeighbour(ids, "b", -1), "a");
  assert.equal(findNeighbour(ids, "a", -1), "a");
  assert.equal(findNeighbour(ids, "c", 1), "c");
  assert.equal(findNeighbour(ids, undefined, 1), "a");
  assert.equal(findNeighbour([], "a", 1), undefined);
});
