import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@varde/protocol";
import { run } from "@varde/storage";
import { openSession } from "../../../src/parties/session-store.ts";
import { listEvents } from "../../../src/records/event.ts";
import type { IdentifiedPsu } from "../../../src/records/identified-psu.ts";
import { isAsShown, type ShownQuote } from "../../../src/records/sca.ts";
import { isRefusal } from "../../../src/request/refusal.ts";
import type { RequestContext } from "../../../src/request/request-context.ts";
import { findScaByLink, type StoredSca } from "../../../src/sca/sca-store.ts";
import { refuseWithSca } from "../../../src/sca/start/refuse-with-sca.ts";
import { startAuthorisation } from "../../../src/sca/start/start-authorisation.ts";
import {
  consentReference,
  hashSecret,
  prefersApp,
  requestedScope,
  sessionToRenew,
  startSca,
} from "../../../src/sca/start/start-sca.ts";
import { openScaBank, type ScaBank } from "../an-sca-bank.ts";

const kari: IdentifiedPsu = {
  personId: "kari",
  psuId: "psu-kari",
  agreementId: undefined,
  context: "PRIVATE",
};
const redirect = { "tpp-redirect-uri": "https://tpp.example/back" };

interface Asked {
  readonly operation?: keyof typeof operations;
  readonly headers?: Readonly<Record<string, string>>;
  readonly roles?: readonly string[];
  readonly psu?: IdentifiedPsu;
}

/** A request as it is after the checks. */
const aRequest = ({
  operation = "startPaymentAuthorisation",
  headers = redirect,
  roles = ["PSP_AI"],
  psu,
}: Asked = {}): RequestContext => {
  const sent = new Map(Object.entries(headers));
  return {
    operation: operations[operation],
    header: (name: string) => sent.get(name),
    tpp: { worldId: "w", tppId: "tpp", name: "Pengepartner", roles: new Set(roles) },
    psu,
    now: 1_000,
    requestFingerprint: "f",
    received: {
      headers: sent,
      receivedAt: 1_000,
      parameters: {
        service: "payments",
        product: "norwegian-domestic-credit-transfers",
        paymentId: "p",
      },
    },
    requiredHeader: (name: string) => sent.get(name) ?? name,
  } as unknown as RequestContext;
};

const readByLink = async ({ bank }: ScaBank, link: string): Promise<StoredSca> => {
  const secret = link.replace("https://bank.example/sca/", "");
  const sca = await bank.storage.read(() => findScaByLink(hashSecret(secret)));
  assert(sca !== undefined, `no SCA has the link ${link}`);
  return sca;
};
const start = async (scas: ScaBank, context: RequestContext, kind = "payment" as const) => {
  const { statements, link } = startSca({ kind, id: "p", hash: "h" }, context, scas.bank);
  await scas.bank.storage.write(function* () {
    yield* run(...statements);
  });
  return readByLink(scas, link);
};

test("an SCA starts as received, with subject, PSU and session of the request", async () => {
  await using scas = await openScaBank();
  const headers = { ...redirect, "tpp-session-id": "session" };
  const sca = await start(scas, aRequest({ headers, psu: kari }));
  const { status, subjectKind, subjectId, subjectHash, sessionId, redirectUri } = sca;
  assert.deepEqual(
    [status, subjectKind, subjectId, subjectHash],
    ["received", "payment", "p", "h"],
  );
  assert.deepEqual([sessionId, redirectUri], ["session", "https://tpp.example/back"]);
  assert.deepEqual([sca.expectedPersonId, sca.personId], ["kari", undefined]);
  assert.deepEqual([sca.browserHash, sca.channel], [undefined, "redirect"]);
  const [event] = await scas.bank.storage.read(() => listEvents(sca.scaId));
  assert.deepEqual([event?.name, event?.actor], ["started for payment", "tpp"]);
});

test("SCA-35: the hash covers the estimates that are shown, if there are any", async () => {
  await using scas = await openScaBank();
  const quote: ShownQuote = {
    paymentId: "p",
    amountMinor: "1",
    currency: "NOK",
    ratePpm: "11520000",
    debitedMinor: "12",
    at: 1_000,
  };
  const startWith = async (shown: readonly ShownQuote[]) => {
    const subject = { kind: "payment", id: "p", hash: "h", shown } as const;
    const { statements, link } = startSca(subject, aRequest(), scas.bank);
    await scas.bank.storage.write(function* () {
      yield* run(...statements);
    });
    return readByLink(scas, link);
  };
  const plain = await startWith([]);
  assert.deepEqual([plain.subjectHash, plain.shown], ["h", undefined]);
  const bound = await startWith([quote]);
  assert.deepEqual(bound.shown, [quote]);
  assert(isAsShown(bound, "h"));
  assert(!isAsShown(bound, "i"));
  for (const name of Object.keys(quote)) {
    const tampered = { ...bound, shown: [{ ...quote, [name]: "other" }] };
    assert(!isAsShown(tampered, "h"), name);
  }
  assert(!isAsShown({ ...bound, shown: undefined }, "h"));
  assert(!isAsShown({ ...plain, shown: [quote] }, "h"));
});

test("a link is stored as a hash only, and no two are the same", async () => {
  await using scas = await openScaBank();
  const links = Array.from({ length: 10 }, () => {
    const { link, statements } = startSca({ kind: "payment" }, aRequest(), scas.bank);
    const secret = link.replace("https://bank.example/sca/", "");
    assert.match(secret, /^[\w-]{22,}$/);
    const stored = statements.flatMap(({ parameters }) => parameters);
    assert(stored.includes(hashSecret(secret)));
    assert(!stored.includes(secret));
    return link;
  });
  assert.equal(new Set(links).size, links.length);
});

test("HDR-27: the context is that of the request, of the agreement or of the session", async () => {
  await using scas = await openScaBank();
  const contextOf = async (asked: Asked) => (await start(scas, aRequest(asked))).givenContext;
  assert.equal(await contextOf({}), undefined);
  assert.equal(await contextOf({ psu: kari }), "PRIVATE");
  assert.equal(await contextOf({ psu: { ...kari, agreementId: "karis-firm" } }), "CORPORATE");
  const headers = { ...redirect, "psu-context": "CORPORATE" };
  assert.equal(await contextOf({ operation: "createPayment", headers }), "CORPORATE");
  assert.equal(await contextOf({ headers }), undefined, "only creation reads PSU-Context");
});

test("the scope of a consent follows from the TPP's roles", () => {
  assert.equal(requestedScope(subjectIdOf(["PSP_AI", "PSP_IC"])), "accounts");
  assert.equal(requestedScope(subjectIdOf(["PSP_IC"])), "funds");
});
const subjectIdOf = (roles: readonly string[]) => ({
  subjectId: consentReference(aRequest({ roles })).id,
});

test("SCA-29: renews the session that the request names, or the PSU's current one", async () => {
  await using scas = await openScaBank();
  const headers = { "tpp-session-id": "named" };
  assert.equal(await sessionToRenew(aRequest({ headers, psu: kari }), scas.bank), "named");
  assert.equal(await sessionToRenew(aRequest({ psu: kari }), scas.bank), undefined);
  const session = { tppId: "tpp", worldId: "w", sessionId: "s", personId: "kari" } as const;
  const open = { ...session, context: "PRIVATE", agreementId: undefined } as const;
  const openAt = (at: number) => scas.bank.storage.write(() => openSession(open, at));
  await openAt(1_000);
  assert.equal(await sessionToRenew(aRequest({ psu: kari }), scas.bank), "s");
  assert.equal(await sessionToRenew(aRequest(), scas.bank), undefined);
  await openAt(1_000 - 61 * 60_000);
  assert.equal(await sessionToRenew(aRequest({ psu: kari }), scas.bank), undefined, "expired");
});

const violation = { code: "CONSENT_INVALID", text: "There is no consent." } as const;

test("SCA-01: a refusal that needs an SCA has the link to it", async () => {
  await using scas = await openScaBank();
  for (const [operation, kind] of [
    ["listAccounts", "consent"],
    ["createPayment", "identification"],
  ] as const) {
    const refusal = refuseWithSca(violation, aRequest({ operation }), scas.bank);
    assert.match(refusal.violations[0].text ?? "", /There is no consent\. Send the PSU to/);
    assert.ok(refusal.startSca !== undefined, `${operation} starts no SCA`);
    const sca = await readByLink(scas, await refusal.startSca());
    assert.equal(sca.subjectKind, kind);
  }
});

test("without an address to return to, no SCA starts", async () => {
  await using scas = await openScaBank();
  const context = aRequest({ operation: "listAccounts", headers: {} });
  const refusal = refuseWithSca(violation, context, scas.bank);
  assert.equal(refusal.startSca, undefined);
  const [{ code, path, text }] = refusal.violations;
  assert.deepEqual([code, path], ["HTTP_HEADER_REQUIRED", "TPP-Redirect-URI"]);
  assert.match(text ?? "", /^There is no consent\. This requires SCA/);
});

const inApp = { ...redirect, "tpp-redirect-preferred": "FALSE" };

test("HDR-09: an authorisation has a link, or the app is notified", async () => {
  await using scas = await openScaBank();
  const notified: object[] = [];
  const appNotifier = { notify: async (one: object) => void notified.push(one) };
  const bank = { ...scas.bank, appNotifier } as typeof scas.bank;
  const subject = { kind: "payment", id: "p" } as const;
  const authorise = (headers: Readonly<Record<string, string>>) => {
    const context = aRequest({
      headers: { ...headers, "x-request-id": crypto.randomUUID() },
      psu: kari,
    });
    return startAuthorisation(subject, operations.readPaymentAuthorisation, context, bank);
  };
  const byLink = await authorise(redirect);
  assert(!isRefusal(byLink));
  assert.equal(byLink.status, 201);
  const { _links } = JSON.parse(String(byLink.body));
  const sca = await readByLink(scas, _links.scaRedirect.href);
  assert.equal(sca.channel, "redirect");
  assert.deepEqual(notified, []);
  const waiting = await authorise(inApp);
  assert(!isRefusal(waiting));
  const { authorisationId: scaId, psuMessage } = JSON.parse(String(waiting.body));
  assert.match(psuMessage, /app/);
  assert.equal((await scas.read(scaId))?.channel, "app");
  const expected = { worldId: "w", personId: "kari", scaId, subject: "payment" };
  assert.deepEqual(notified, [expected]);
});

test("HDR-09: a bank without an app ignores that the TPP prefers one", async () => {
  await using scas = await openScaBank();
  const context = aRequest({ headers: inApp });
  assert.equal(prefersApp(context, scas.bank), true);
  const configuration = { ...scas.bank.configuration, appApproval: false };
  assert.equal(prefersApp(context, { ...scas.bank, configuration }), false);
  assert.equal(prefersApp(aRequest(), scas.bank), false);
});
