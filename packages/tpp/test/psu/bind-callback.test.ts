import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bindCallback, CallbackError, checkCallbackBrowser } from "@varde/tpp";

const address = "https://tpp.example/callback?shop=7";

describe("a callback bound to a browser", () => {
  const { redirectUri, browserSecret } = bindCallback(address);
  const returned = `${redirectUri}&psu-id=1&tpp-session-id=2&context=PRIVATE`;

  test("is accepted from the browser that started the SCA", () => {
    checkCallbackBrowser(returned, browserSecret);
    checkCallbackBrowser(new URL(returned), browserSecret);
    const { pathname, search } = new URL(returned);
    checkCallbackBrowser(pathname + search, browserSecret);
  });

  test("keeps the query of the redirect address and does not carry the secret", () => {
    assert.equal(new URL(redirectUri).searchParams.get("shop"), "7");
    assert(!redirectUri.includes(browserSecret));
  });

  const other = bindCallback(address);
  const refusals: readonly (readonly [string, string, string | undefined])[] = [
    ["a browser without the cookie", returned, undefined],
    ["a browser with an empty cookie", returned, ""],
    ["a browser that started another SCA", returned, other.browserSecret],
    ["an address without the hash", address, browserSecret],
    [
      "an address with two hashes",
      `${other.redirectUri}&${redirectUri.split("?")[1]}`,
      browserSecret,
    ],
    ["an address with a shorter hash", returned.replace(/browser=./, "browser="), browserSecret],
    ["an address that is not a URL", "http://[", browserSecret],
  ];
  for (const [who, back, secret] of refusals) {
    test(`is refused from ${who}`, () => {
      assert.throws(() => checkCallbackBrowser(back, secret), CallbackError);
    });
  }
});
