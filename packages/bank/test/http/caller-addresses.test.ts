import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addressOrNetwork } from "../../src/http/connections/connection.ts";
import { TrustedProxies } from "../../src/http/connections/trusted-proxies.ts";

describe("addresses of callers", () => {
  const proxies = new TrustedProxies(["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"]);

  test("only listed addresses and networks are proxies of the bank", () => {
    for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8:1::9", "192.0.2.7"]) {
      assert.equal(proxies.has(address), true, address);
    }
    for (const address of ["11.0.0.1", "2001:db8:2::9", "192.0.2.8", "", "unknown"]) {
      assert.equal(proxies.has(address), false, address);
    }
  });

  test("LIM-28: the last forwarded address that is not a proxy is the caller's", () => {
    const cases: readonly (readonly [forwardedFor: string, caller: string])[] = [
      ["198.51.100.1", "198.51.100.1"],
      ["203.0.113.9, 198.51.100.1", "198.51.100.1"],
      ["203.0.113.9, 198.51.100.1 , 10.2.2.2,192.0.2.7", "198.51.100.1"],
      ["198.51.100.1:4711", "198.51.100.1"],
      ["[2001:db8:2::1]:4711", "2001:db8:2::1"],
      ["2001:db8:2::1", "2001:db8:2::1"],
      ["", "10.0.0.1"],
      ["10.2.2.2", "10.0.0.1"],
      ["198.51.100.1, unknown", "10.0.0.1"],
      [",", "10.0.0.1"],
      ["[", "10.0.0.1"],
    ];
    for (const [forwardedFor, caller] of cases) {
      assert.equal(proxies.findCaller("10.0.0.1", forwardedFor), caller, forwardedFor);
    }
  });

  test("IPv6 addresses of one network count as one", () => {
    const cases: readonly (readonly [address: string, group: string])[] = [
      ["192.0.2.1", "192.0.2.1"],
      ["::ffff:192.0.2.1", "192.0.2.1"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
      ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["fe80::1:2:3:4:5", "fe80:0:0:1::/64"],
      ["::1", "0:0:0:0::/64"],
      ["::", "0:0:0:0::/64"],
      ["", ""],
    ];
    for (const [address, group] of cases) {
      assert.equal(addressOrNetwork(address), group, address);
    }
  });
});
