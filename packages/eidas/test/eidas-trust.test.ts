import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { certificateTrustContract } from "@varde/bank/contracts";
import type { Certificate } from "@varde/protocol";
import { missingPrograms } from "@varde/testkit/processes";
import { OpensslAuthority, type SealWish } from "@varde/testkit/trusted-lists";
import type { AuthoritySource } from "../src/authorities/authorities.ts";
import { openFileAuthorities } from "../src/authorities/file-authorities.ts";
import { createEidasTrust } from "../src/eidas-trust.ts";
import type { RevocationOptions } from "../src/revocation/revocation-check.ts";

describe("certificates made by OpenSSL", { skip: missingPrograms(["openssl"]) }, () => {
  let pki: OpensslAuthority;
  let url: string;
  let responder: OpensslAuthority["root"] | undefined;
  let crl: Buffer | undefined;
  let validMinutes = 5;
  let lastResponse: Buffer | undefined;
  let replayed: Buffer | undefined;
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? "");
    if (request.url === "/ocsp" && replayed !== undefined) response.end(replayed);
    else if (request.url === "/crl" && crl !== undefined) response.end(crl);
    else if (request.url === "/ocsp" && responder !== undefined) {
      lastResponse = await pki.respond(await buffer(request), responder, validMinutes);
      response.end(lastResponse);
    } else response.writeHead(500).end();
  });
  before(async () => {
    pki = new OpensslAuthority();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    pki[Symbol.dispose]();
  });

  const anchors = (...sources: readonly { ocsp?: string[]; crl?: string[] }[]) =>
    openFileAuthorities(
      {
        anchors: pki.path("root.pem"),
        intermediates: pki.path("intermediate.pem"),
        statusSources: sources.map((source) => ({ issuer: "Issuing CA", ...source })),
      },
      { onFault: (error) => assert.fail(error) },
    );
  const verify = async (
    certificate: Certificate,
    authorities: AuthoritySource,
    revocation: RevocationOptions = { whenUnavailable: "accept" },
    at = Date.now(),
  ): Promise<string> => {
    const trust = createEidasTrust({ authorities, revocation });
    const verdict = await trust.verify({ certificate, use: "seal", at });
    authorities[Symbol.dispose]();
    return verdict.kind === "refused" ? verdict.reason : verdict.kind;
  };

  test("A26: trusts a seal whose chain leads over an intermediate to an anchor", async () => {
    assert.equal(await verify(pki.issueSeal("good"), await anchors()), "trusted");
  });

  test("A26: refuses a seal without its intermediate, and one of a stranger", async () => {
    const options = { onFault: (error: Error) => assert.fail(error) };
    const rootOnly = await openFileAuthorities({ anchors: pki.path("root.pem") }, options);
    assert.match(await verify(pki.read("good"), rootOnly), /no valid path/);
    using stranger = new OpensslAuthority();
    assert.match(await verify(stranger.issueSeal("strange"), await anchors()), /no valid path/);
    const leaf = { pem: pki.path("good.pem"), key: pki.path("good.key") };
    const forged = pki.issueSeal("below-a-leaf", {}, leaf);
    assert.match(await verify(forged, await anchors()), /no valid path/);
  });

  const disagreeing: readonly (readonly [string, SealWish, RegExp])[] = [
    ["another authority", { ncaId: "NO-CBK" }, /names the authority NO-CBK/],
    ["an authority abroad", { ncaId: "SE-FINA" }, /names the authority SE-FINA/],
    ["another country", { country: "SE" }, /has the country SE/],
    ["no PSD2 identifier", { organizationIdentifier: "NTRNO-123456789" }, /not one of PSD2/],
    ["no QcCompliance", { hasQcCompliance: false }, /no statement that it is qualified/],
  ];
  for (const [what, wish, reason] of disagreeing) {
    test(`A26: refuses a seal with ${what}`, async () => {
      const name = what.replaceAll(" ", "-");
      assert.match(await verify(pki.issueSeal(name, wish), await anchors()), reason);
    });
  }

  test("A26: refuses a seal that is revoked by OCSP, and caches the status", async () => {
    responder = pki.issueResponder("responder", "OCSPSigning");
    const seal = pki.issueSeal("soon-revoked");
    const sources = { ocsp: [`${url}/ocsp`] };
    const refuse = { whenUnavailable: "refuse", onFault: () => {} } as const;
    const authorities = await anchors(sources);
    const trust = createEidasTrust({ authorities, revocation: refuse });
    const decide = async (at: number) =>
      (await trust.verify({ certificate: seal, use: "seal", at })).kind;
    // The intermediate has no source, so the policy would refuse everything.
    assert.equal(await decide(Date.now()), "refused");
    const onlyLeaf = await openFileAuthorities(
      {
        anchors: pki.path("intermediate.pem"),
        statusSources: [{ issuer: "Issuing CA", ...sources }],
      },
      refuse,
    );
    const direct = createEidasTrust({ authorities: onlyLeaf, revocation: refuse });
    const kind = async (at: number) =>
      (await direct.verify({ certificate: seal, use: "seal", at })).kind;
    assert.equal(await kind(Date.now()), "trusted");
    pki.revoke("soon-revoked");
    const calls = paths.length;
    assert.equal(await kind(Date.now()), "trusted");
    assert.equal(paths.length, calls, "the status is cached");
    assert.equal(await verify(seal, onlyLeaf, refuse), "the certificate has been revoked");
    authorities[Symbol.dispose]();
  });

  const hourMs = 3_600_000;

  test("A36: refuses old OCSP responses, and believes none after a newer one", async () => {
    const seal = pki.issueSeal("replayed");
    responder = pki.issueResponder("replayer", "OCSPSigning");
    const faults: unknown[] = [];
    const revocation = {
      whenUnavailable: "accept",
      onFault: ({ cause }: Error) => void (cause instanceof Error && faults.push(cause.message)),
    } as const;
    const authorities = await openFileAuthorities(
      {
        anchors: pki.path("intermediate.pem"),
        statusSources: [{ issuer: "Issuing CA", ocsp: [`${url}/ocsp`] }],
      },
      revocation,
    );
    const trust = createEidasTrust({ authorities, revocation });
    const decide = async (at: number) => {
      const verdict = await trust.verify({ certificate: seal, use: "seal", at });
      return verdict.kind === "refused" ? verdict.reason : verdict.kind;
    };
    // A response that says that it is valid for a month, recorded before the revocation.
    validMinutes = 30 * 24 * 60;
    assert.equal(await decide(Date.now()), "trusted");
    const recorded = lastResponse;
    pki.revoke("replayed");
    await setTimeout(1_100);
    assert.match(await decide(Date.now() + 2 * hourMs), /has been revoked/);
    replayed = recorded;
    assert.match(await decide(Date.now() + 4 * hourMs), /has been revoked/);
    assert.match(String(faults.at(-1)), /older than the one that said that it is revoked/);
    // Somebody who suppresses all statuses does not make it valid again either.
    replayed = undefined;
    responder = undefined;
    assert.match(await decide(Date.now() + 6 * hourMs), /has been revoked/);
    authorities[Symbol.dispose]();
    // A process that has seen nothing yet believes a recorded response for ten days at most.
    replayed = recorded;
    const seen = await anchors({ ocsp: [`${url}/ocsp`] });
    const late = Date.now() + 10.1 * 24 * hourMs;
    assert.match(await verify(seal, seen, { ...revocation, whenUnavailable: "refuse" }, late), /./);
    assert.match(String(faults.at(-1)), /OCSP response that is not current/);
    replayed = undefined;
    validMinutes = 5;
  });

  test("A26: ignores a responder that the issuer has not authorised", async () => {
    responder = pki.issueResponder("impostor", "clientAuth");
    const faults: Error[] = [];
    const revocation = {
      whenUnavailable: "refuse",
      onFault: (e: Error) => faults.push(e),
    } as const;
    const sources = await anchors({ ocsp: [`${url}/ocsp`] });
    assert.match(await verify(pki.read("good"), sources, revocation), /could not be checked/);
    assert.match(String(faults[0]?.message), /revocation check at .* failed/);
  });

  test("A26: refuses a seal that is on the revocation list of its issuer", async () => {
    responder = undefined;
    crl = pki.makeCrl();
    const sources = await anchors({ ocsp: [`${url}/ocsp`], crl: [`${url}/crl`] });
    const quiet = { whenUnavailable: "accept", onFault: () => {} } as const;
    const reason = await verify(pki.read("soon-revoked"), sources, quiet);
    assert.equal(reason, "the certificate has been revoked");
    const good = await anchors({ crl: [`${url}/crl`] });
    assert.equal(await verify(pki.read("good"), good, quiet), "trusted");
  });

  test("the contract of trust holds, with a revocation list", async () => {
    crl = pki.makeCrl();
    using stranger = new OpensslAuthority();
    using authorities = await anchors({ crl: [`${url}/crl`] });
    const trust = createEidasTrust({ authorities, revocation: { whenUnavailable: "accept" } });
    const [trusted, revoked] = [pki.read("good"), pki.read("soon-revoked")];
    const foreign = stranger.issueSeal("foreign");
    const rules = certificateTrustContract({ trust, trusted, revoked, foreign });
    assert.equal(rules.length, 5);
    for (const { check } of rules) await check();
  });

  for (const [whenUnavailable, expected] of [
    ["refuse", /could not be checked for revocation/],
    ["accept", /^trusted$/],
  ] as const) {
    test(`A26: follows the policy ${whenUnavailable} while the responder is away`, async () => {
      responder = undefined;
      const faults: Error[] = [];
      const revocation = { whenUnavailable, onFault: (error: Error) => faults.push(error) };
      const away = await anchors({ ocsp: [`${url}/ocsp`] });
      assert.match(await verify(pki.read("good"), away, revocation), expected);
      assert(faults.length > 0, "the failure is reported");
    });
  }

  test("A15: never contacts the addresses in the caller's certificate", async () => {
    const seal = pki.issueSeal("with-addresses", { address: `${url}/from-the-caller` });
    assert(seal.der.includes(`${url}/from-the-caller`));
    assert.equal(await verify(seal, await anchors()), "trusted");
    assert(!paths.includes("/from-the-caller"));
  });
});
