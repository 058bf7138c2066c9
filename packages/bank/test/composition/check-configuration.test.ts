import assert from "node:assert/strict";
import { test } from "node:test";
import type { Certificate } from "@varde/protocol";
import { checkConfiguration } from "../../src/composition/check-configuration.ts";
import {
  type BankConfiguration,
  productionDefaults,
  sandboxConfiguration,
} from "../../src/configuration/bank-configuration.ts";
import { ConfigurationRefused } from "../../src/configuration/configuration-refused.ts";
import type { BankPorts } from "../../src/ports/bank-ports.ts";

const authority = { publicKey: {}, isCertificateAuthority: true } as unknown as Certificate;
const sound: BankConfiguration = {
  ...productionDefaults,
  bankId: "fjordbanken",
  bankName: "Fjordbanken",
  publicUrl: "https://openbanking.fjordbanken.example",
  anchors: [authority],
};
const check = (configuration: object) =>
  checkConfiguration(configuration as BankConfiguration, {} as BankPorts);

test("accepts the production defaults with an id, a name, an address and anchors", () => {
  check(sound);
  check({ ...sound, publicUrl: "http://127.0.0.1:8080", pathPrefix: "/open-banking" });
  check({ ...sound, trustedProxies: ["10.0.0.0/8", "::1"] });
  check(sandboxConfiguration);
});

const notAuthority = { ...authority, isCertificateAuthority: false };
const mistakes: readonly (readonly [Partial<Record<keyof BankConfiguration, unknown>>, RegExp])[] =
  [
    [{ mode: "prod" }, /^mode must be one of sandbox, production, not "prod"\.$/],
    [{ trust: "any" }, /^trust must be anchors in production, not any\.$/],
    [{ trust: "sandbox-ca" }, /^trust must be anchors/],
    [{ anchors: [] }, /^anchors is empty/],
    [{ anchors: [authority, undefined] }, /^anchors\[1\] is not a certificate/],
    [{ anchors: [notAuthority] }, /^anchors\[0\] is not the certificate of an authority/],
    [{ publicUrl: "http://fjordbanken.example" }, /^publicUrl must be an https address/],
    [{ publicUrl: undefined }, /^publicUrl must be a scheme, a host/],
    [{ publicUrl: "https://fjordbanken.example/" }, /^publicUrl must be a scheme, a host/],
    [{ publicUrl: "https://fjordbanken.example/psd2" }, /^publicUrl must be a scheme, a host/],
    [{ pathPrefix: "open-banking/" }, /^pathPrefix must be empty or like/],
    [{ trustedProxies: ["proxy.local"] }, /^trustedProxies must be addresses/],
    [{ bankId: undefined }, /^bankId is missing; choose a name/],
    [{ requestsInFlightMax: 0 }, /^requestsInFlightMax must be a whole number above 0/],
    [{ portTimeoutMs: Number.NaN }, /^portTimeoutMs must be/],
    [{ bankName: "" }, /^bankName is empty/],
    [
      { ownChannels: [{ name: "app", scopes: ["consents:read"] as const }] },
      /^ownChannels has "app" without tokenSha256 and certificateSha256; set one of them\.$/,
    ],
    [{ audit: false }, /^audit is false; a bank in production always records/],
    [{ responseSigning: "always" }, /requires the port responseSigner/],
    [{ appApproval: "no" }, /^appApproval must be true or false, without quotes, not "no"\.$/],
    [
      { batchTimes: { payments: [], periodic: "05:00" } },
      /^batchTimes must be .* at least one run/,
    ],
    [
      { batchTimes: { payments: [{ cutOff: "9:00", run: "10:00" }], periodic: "05:00" } },
      /^batchTimes must be .* times like 05:30, not .*"9:00"/,
    ],
    [
      { batchTimes: { payments: [{ cutOff: "11:00", run: "10:00" }], periodic: "05:00" } },
      /before its cut-off/,
    ],
  ];

for (const [mistake, sentence] of mistakes) {
  test(`refuses ${JSON.stringify(mistake)} with one sentence`, () => {
    assert.throws(
      () => check({ ...sound, ...mistake }),
      (error) => error instanceof ConfigurationRefused && sentence.test(error.message),
    );
  });
}
