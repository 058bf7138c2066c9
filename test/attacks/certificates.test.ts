import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:net";
import { after, before, describe, mock, test } from "node:test";
import { anchorTrust } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import {
  aBank,
  aProductionBank,
  countRows,
  type ProductionBank,
  requestLog,
} from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { type PemIdentity, RawTpp, selfSigned, TestAuthority, tppName } from "@varde/testkit/tpp";

const anchor = new TestAuthority("Trusted CA");
const revokedSerial = 0x7f00000000000001n;
const blocked = "330000003";
const hourMs = 3_600_000;

/** Sends a request that every role may send; an accepted certificate gets a link for the PSU. */
const call = (http: string, identity: PemIdentity, path = "/v1/user") =>
  new RawTpp(http, identity).send({ path, headers: callHeaders("s1") });

/** Sends the certificate alone, for keys that cannot make the interface's signatures. */
const callWithCertificate = async (http: string, identity: PemIdentity) => {
  const signer = new RawTpp(http, selfSigned());
  return signer.send({
    path: "/v1/user",
    headers: callHeaders("s1"),
    tamper: (sent) => {
      sent["TPP-Signature-Certificate"] = identity.certificatePem.replace(
        /-----[^-]+-----|\s/g,
        "",
      );
    },
  });
};

const trusted: Readonly<Record<string, () => PemIdentity>> = {
  "from a trusted authority": () => anchor.issue(),
};

/** Certificates that a bank which trusts only its anchors must refuse. */
const untrusted: Readonly<Record<string, () => PemIdentity>> = {
  "that has expired": () => anchor.issue({ notAfter: Date.now() - hourMs }),
  "that is not valid yet": () => anchor.issue({ notBefore: Date.now() + hourMs }),
  "of another authority": () => new TestAuthority("Another CA").issue(),
  "of an authority with the same name": () => new TestAuthority("Trusted CA").issue(),
  "that is self-signed": () => selfSigned(),
  "that was revoked": () => anchor.issue({ serialNumber: revokedSerial }),
  "of an authority, used as a leaf": () =>
    anchor.issue({ isAuthority: true, hasQcStatements: true }),
  "for websites": () => anchor.issue({ qcType: "web" }),
  "without QcStatements": () => anchor.issue({ hasQcStatements: false }),
  "whose key may not sign": () => anchor.issue({ keyUsages: ["keyEncipherment"] }),
};

const unusable: Readonly<Record<string, () => PemIdentity>> = {
  "of 1024 bits": () => anchor.issue({ keys: pooledRsaKeys(1024) }),
  "of an elliptic curve": () =>
    anchor.issue({ keys: generateKeyPairSync("ec", { namedCurve: "P-256" }) }),
  "of PSS": () => anchor.issue({ keys: generateKeyPairSync("rsa-pss", { modulusLength: 2048 }) }),
};

let sandbox: TestBank;
let production: ProductionBank;

before(async () => {
  sandbox = await aBank();
  production = await aProductionBank(
    sandbox,
    { anchors: [] },
    {
      certificateTrust: anchorTrust(
        [anchor.certificate],
        async ({ serialNumber }) => serialNumber === revokedSerial,
      ),
      tppRegister: {
        admit: async ({ identifier }) =>
          identifier.endsWith(blocked)
            ? { isAdmitted: false, reason: "on the block list" }
            : { isAdmitted: true },
      },
    },
  );
});
after(async () => {
  await production.close();
  await sandbox.close();
});

describe("a bank that trusts only its anchors", () => {
  test("A06: refuses every certificate with the same text, and logs the reason", async () => {
    const { http } = production.addresses;
    const rows = await countRows(sandbox);
    const texts = new Set<string>();
    const reasons = new Set<unknown>();
    for (const issue of Object.values(untrusted)) {
      const response = await call(http, issue());
      assertRefused(response, { status: 403, code: "FORBIDDEN" });
      texts.add(response.text);
      reasons.add(production.log.lines.at(-1)?.reason);
    }
    assert.equal(texts.size, 1);
    // The unknown authority, the one with the same name and the self-signed certificate have the
    // same reason.
    assert.equal(reasons.size, Object.keys(untrusted).length - 2, [...reasons].join("; "));
    assert.ok(!reasons.has(undefined));
    assert.deepEqual(await countRows(sandbox), rows);
    for (const issue of Object.values(trusted)) {
      assertRefused(await call(http, issue()), { status: 401, code: "SCA_NOT_FOUND" });
    }
  });

  test("A06: refuses every unsuitable key with the same text, and logs the reason", async () => {
    const texts = new Set<string>();
    const reasons = new Set<unknown>();
    for (const issue of Object.values(unusable)) {
      const response = await callWithCertificate(production.addresses.http, issue());
      assertRefused(response, { status: 400, code: "BAD_REQUEST" });
      texts.add(response.text);
      reasons.add(production.log.lines.at(-1)?.reason);
    }
    assert.equal(texts.size, 1);
    assert.equal(reasons.size, Object.keys(unusable).length, [...reasons].join("; "));
    assert.ok(!reasons.has(undefined));
  });

  test("A06: refuses a blocked TPP without giving the reason", async () => {
    const identity = anchor.issue({ subject: tppName("Blocked TPP", blocked) });
    const response = await call(production.addresses.http, identity);
    assertRefused(response, { status: 403, code: "FORBIDDEN" });
    assert.doesNotMatch(response.text, /block/);
    assert.equal(production.log.lines.at(-1)?.reason, "on the block list");
  });

  test("A06: refuses the authority's own certificate, although it is the anchor", async () => {
    const keys = pooledRsaKeys();
    const own = selfSigned({ keys, isAuthority: true, hasQcStatements: true });
    const { certificate } = new RawTpp("http://127.0.0.1", own);
    const bank = await aProductionBank(sandbox, { anchors: [certificate] });
    try {
      assertRefused(await call(bank.addresses.http, own), { status: 403, code: "FORBIDDEN" });
    } finally {
      await bank.close();
    }
  });

  test("A06: does not cache a verdict beyond the certificate's expiry", async () => {
    // The clock is stopped, so that the certificate does not expire before its first use.
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      const identity = anchor.issue({ notAfter: Math.ceil(Date.now() / 1000) * 1000 + 1000 });
      const { http } = production.addresses;
      assert.equal((await call(http, identity)).status, 401);
      mock.timers.setTime(Date.now() + 3_000);
      assert.equal((await call(http, identity)).status, 403);
    } finally {
      mock.timers.reset();
    }
  });
});

describe("a bank that accepts any certificate", () => {
  test("A06: serves unknown TPPs, but no expired, future or non-signing certificate", async () => {
    const { http } = sandbox.addresses;
    const served = ["of another authority", "that is self-signed", "without QcStatements"];
    const refused = ["that has expired", "that is not valid yet", "for websites"];
    for (const kind of served) {
      const response = await call(http, untrusted[kind]?.() ?? assert.fail());
      assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
    }
    for (const kind of [...refused, "whose key may not sign"]) {
      const response = await call(http, untrusted[kind]?.() ?? assert.fail());
      assertRefused(response, { status: 403, code: "FORBIDDEN" });
    }
  });

  test("A06: warns that all roles are assumed for a certificate without QcStatements", async () => {
    const response = await call(sandbox.addresses.http, anchor.issue({ hasQcStatements: false }));
    assert.match(String(response.headers["varde-warning"]), /all roles/);
  });
});

describe("a bank that trusts only the sandbox's authority", () => {
  test("A06: serves each kind that the authority issues, or gives the reason", async () => {
    const { lines: logLines, logTo } = requestLog();
    const bank = await aBank({
      bank: { trust: "sandbox-ca" },
      logTo,
    });
    const issue = (kind: "working" | "expired" | "not-yet-valid" | "revoked" | "other-ca") =>
      bank.authority.issueTppCertificate({
        name: "Kinds TPP",
        organisationNumber: "310000000",
        roles: ["PSP_PI"],
        kind,
      });
    try {
      const { http } = bank.addresses;
      assert.equal((await call(http, await issue("working"))).status, 401);
      const reasons = new Set<unknown>();
      const texts = new Set<string>();
      for (const kind of ["expired", "not-yet-valid", "revoked", "other-ca"] as const) {
        const response = await call(http, await issue(kind));
        assertRefused(response, { status: 403, code: "FORBIDDEN" });
        texts.add(response.json.tppMessages[0].text);
        reasons.add(logLines.at(-1)?.reason);
      }
      assert.equal((await call(http, selfSigned())).status, 403);
      assert.equal(reasons.size, 4);
      assert.deepEqual(
        texts,
        new Set([...reasons].map((why) => `This bank does not trust the certificate: ${why}.`)),
      );
    } finally {
      await bank.close();
    }
  });
});

describe("addresses inside a certificate", () => {
  test("A15: never contacts CRL and OCSP addresses in the caller's certificate", async () => {
    let contacts = 0;
    const trap = createServer((socket) => {
      contacts += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
    const address = trap.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const wish = { moreExtensions: revocationAddresses(`http://127.0.0.1:${port}/`) };
    const identity = anchor.issue(wish);
    const { certificatePem } = identity;
    const der = Buffer.from(certificatePem.replace(/-----[^-]+-----|\s/g, ""), "base64");
    assert.ok(der.includes(`http://127.0.0.1:${port}/`));
    for (const { http } of [sandbox.addresses, production.addresses]) {
      assert.equal((await call(http, identity)).status, 401);
      assert.equal((await call(http, anchor.issue({ ...wish, notAfter: 1 }))).status, 403);
    }
    await new Promise((resolve) => trap.close(resolve));
    assert.equal(contacts, 0);
  });
});

/** Builds the extensions cRLDistributionPoints and authorityInfoAccess with this address. */
const revocationAddresses = (url: string): readonly Buffer[] => {
  const der = (tag: number, ...content: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(content);
    return Buffer.concat([Buffer.from([tag, body.length]), body]);
  };
  const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
  const name = der(0x86, Buffer.from(url));
  const crl = der(0x30, der(0x30, der(0xa0, der(0xa0, name))));
  const ocsp = der(0x30, der(0x30, oid("2b06010505073001"), name));
  return [
    der(0x30, oid("551d1f"), der(0x04, crl)),
    der(0x30, oid("2b06010505070101"), der(0x04, ocsp)),
  ];
};
