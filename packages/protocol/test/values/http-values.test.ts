import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import {
  parseHttpBoolean,
  parseIpAddress,
  parseRedirectUri,
  parseRequestId,
  parseUuid,
} from "../../src/values/index.ts";

const strict = { loopbackHttp: false };
const loose = { loopbackHttp: true };

test("accepts https addresses unchanged", () => {
  for (const text of [
    "https://tpp.example/cb?state=a%20b",
    "https://tpp.example",
    "https://TPP.example:8443/cb",
    "https://tpp.example:443/cb?a=1&b='2'",
    "https://[2001:db8::1]/cb",
    "https://xn--blbr-roah.example/",
  ]) {
    assert.deepEqual(parseRedirectUri(text, strict), text);
  }
});

test("refuses addresses that could mislead a browser or are not https", () => {
  for (const text of [
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/cb",
    "tpp.example/cb",
    "https:/evil.example",
    "https:evil.example",
    "https:///evil.example",
    "https://user@tpp.example/",
    "https://user:pass@tpp.example/",
    "https://@tpp.example/",
    "https://tpp.example/#x",
    "https://tpp.example/cb#",
    "https://tpp.example\\@evil.example/",
    "https:\\\\evil.example",
    "https://tpp.example/a b",
    "https://tpp.example/a\r\nSet-Cookie: x=1",
    "https://tpp.example/\u0000",
    " https://tpp.example/",
    "https://tpp.example/å",
    "https://%65vil.example/",
    "https://0x7f.1/",
    "https://2130706433/",
    'https://tpp.example/"><script>',
    `https://tpp.example/${"a".repeat(8192)}`,
    "https://tpp.example:99999/",
    "ftp://tpp.example/",
    "http://tpp.example/",
  ]) {
    assert.equal(!isInvalid(parseRedirectUri(text, strict)), false, text);
    assert.equal(!isInvalid(parseRedirectUri(text, loose)), false, text);
  }
});

test("accepts plain http only to the own machine, and only if allowed", () => {
  for (const text of ["http://localhost:3000/cb", "http://127.0.0.1/cb", "http://[::1]:3000/"]) {
    assert.equal(!isInvalid(parseRedirectUri(text, loose)), true, text);
    assert.equal(!isInvalid(parseRedirectUri(text, strict)), false, text);
  }
  for (const text of ["http://localhost.evil.example/", "http://127.0.0.1.evil.example/"]) {
    assert.equal(!isInvalid(parseRedirectUri(text, loose)), false, text);
  }
});

test("a browser does not change an accepted redirect address", () => {
  const soup = fc.array(
    fc.constantFrom("https:", "http:", "/", "\\", "@", "#", "?", "a.no", "evil", ":", "%2f", " "),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(soup, (parts) => {
      const text = parts.join("");
      if (isInvalid(parseRedirectUri(text, strict))) return;
      const url = new URL(text);
      assert.equal(url.protocol, "https:");
      assert.equal(url.username + url.password + url.hash, "");
      assert.ok(text.startsWith(`https://${url.host}`));
    }),
    { numRuns: 2000 },
  );
});

test("accepts a request id of 1 to 128 visible ASCII characters", () => {
  for (const text of ["1", "a".repeat(128), "99391c7e-ad88-49ec-a2ad-99ddcb1f7721", "~!"]) {
    assert.equal(!isInvalid(parseRequestId(text)), true);
  }
  for (const text of ["", "a".repeat(129), "a".repeat(300), "a b", " ", "å", "a\n"]) {
    assert.equal(!isInvalid(parseRequestId(text)), false, text);
  }
});

test("accepts one IPv4 or IPv6 address", () => {
  for (const text of ["192.0.2.17", "2001:db8::17", "::1"]) {
    assert.equal(!isInvalid(parseIpAddress(text)), true, text);
  }
  for (const text of ["999.1.1.1", "", "1.2.3.4, 5.6.7.8", "1.2.3.4:80", "fe80::1%eth0", "[::1]"]) {
    assert.equal(!isInvalid(parseIpAddress(text)), false, text);
  }
});

test("accepts a UUID in either letter case", () => {
  const uuid = "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";
  assert.deepEqual(parseUuid(uuid.toUpperCase()), uuid);
  for (const text of ["", uuid.slice(1), `${uuid}0`, uuid.replaceAll("-", ""), `{${uuid}}`]) {
    assert.equal(!isInvalid(parseUuid(text)), false, text);
  }
});

test("accepts only true and false as a boolean, in any letter case", () => {
  assert.deepEqual(parseHttpBoolean("true"), true);
  assert.deepEqual(parseHttpBoolean("false"), false);
  assert.deepEqual(parseHttpBoolean("True"), true);
  for (const text of ["", "maybe", "truE ", "1"])
    assert.equal(!isInvalid(parseHttpBoolean(text)), false);
});
