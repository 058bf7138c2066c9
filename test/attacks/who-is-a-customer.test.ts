import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import crypto, { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";
import { after, before, describe, mock, test } from "node:test";
import { listScas } from "@varde/bank";
import { operations, paymentProducts, psuContexts, readsHeader } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import type { Storage, Unit } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  aPeriodicPayment,
  ndct,
} from "@varde/testkit/payments";
import { aSession, callHeaders, finishSca, kariAtWork, PageBrowser } from "@varde/testkit/psu";
import { pairs } from "@varde/testkit/rounds";
import { aTpp, type RawResponse, type RawTpp } from "@varde/testkit/tpp";

const { kari, ola, ingrid } = dataSet.people;

/** Numbers of a customer whom the TPP knows, of one whom it does not know, and of nobody. */
const numbers = [ola.customerNumber, ingrid.customerNumber, "10915596784", "20000001"] as const;
const [known, , unknown] = numbers;

type Body = (changes: Readonly<Record<string, unknown>>) => object;
const domestic: Body = (changes) => aPayment(changes);
const abroad: Body = (changes) => aCrossBorderPayment(changes);
const bodies: Readonly<Record<string, Body>> = {
  "payments NDCT": domestic,
  "payments INDCTS": domestic,
  "payments NCBCT": abroad,
  "payments CBCT": abroad,
  "payments SCT": abroad,
  "bulk-payments NDCT": (changes) => aBulk([aBulkItem()], changes),
  "periodic-payments NDCT": (changes) => aPeriodicPayment(changes),
};

/** Every way to create something for a PSU whom X-PSU-IDENTITY names. */
const creations = Object.values(operations)
  .filter((operation) => readsHeader(operation, "x-psu-identity"))
  .flatMap(({ id, path }) =>
    Object.entries(paymentProducts).flatMap(([name, product]) =>
      product.services.map((service) => ({
        id,
        name: `${service} ${name}`,
        path: path.replace("{service}", service).replace("{product}", product.path),
      })),
    ),
  );

const current = new AsyncLocalStorage<string[]>();

/** The request whose unit runs a statement now. Units of several requests share a transaction. */
let writing: string[] | undefined;

/** Lets each unit of a write run its statements for the request that asked for it. */
const attributeWrites = (storage: Storage) => {
  const write: Storage["write"] = storage.write.bind(storage);
  mock.method(
    storage,
    "write",
    (unit: () => Unit<unknown, unknown>, options?: Parameters<Storage["write"]>[1]) => {
      const done = current.getStore() ?? [];
      return write(() => {
        const steps = unit();
        const next = (...results: Parameters<typeof steps.next>) => {
          writing = undefined;
          const step = steps.next(...results);
          writing = step.done === true ? undefined : done;
          return step;
        };
        return Object.assign(Object.create(steps), { next });
      }, options);
    },
  );
};

/** Notes what the bank does for each request: its statements, calls of ports and hashes. */
const observe = (bank: TestBank): ReadonlyMap<string, readonly string[]> => {
  const doneBy = new Map<string, string[]>();
  const begin = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const done: string[] = [];
    doneBy.set(String(request.headers["x-request-id"]), done);
    current.enterWith(done);
  };
  subscribe("http.server.request.start", begin);
  const watch = (object: object, names: readonly string[], note: Note) => {
    for (const name of names) {
      const call = (object as Record<string, unknown>)[name];
      if (typeof call !== "function") continue;
      mock.method(object as never, name as never, function (this: object, ...given: unknown[]) {
        const noted = note(name, this, given);
        if (!/^(?:begin|commit)/.test(noted)) (writing ?? current.getStore())?.push(noted);
        return call.apply(this, given);
      });
    }
  };
  watch(StatementSync.prototype, ["all", "get", "run"], (_, statement) =>
    (statement as StatementSync).sourceSQL.replaceAll(/\s+/g, " "),
  );
  attributeWrites(bank.storage);
  const { psuDirectory, coreBank } = bank.bank;
  for (const [port, methods] of Object.entries({ psuDirectory, coreBank })) {
    watch(methods, Object.keys(methods), (name) => `${port}.${name}`);
  }
  watch(crypto, ["hash", "createHash", "createHmac"], (name, _, [hash]) => `${name} ${hash}`);
  syncBuiltinESMExports();
  return doneBy;
};

type Note = (name: string, on: object, given: readonly unknown[]) => string;

/** Removes from a response whatever differs between two equal requests. */
const withoutChance = ({ status, headers, text }: RawResponse) => {
  const { date, "x-request-id": _, ...rest } = headers;
  const shown = JSON.stringify({ status, headers: rest, text });
  return shown
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "(id)")
    .replaceAll(/\/(sca|explain)\/[\w-]+/g, "/$1/(secret)");
};

describe("a number in X-PSU-IDENTITY", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  /** Work of the bank for each request, by its X-Request-ID. */
  let doneBy: ReadonlyMap<string, readonly string[]>;
  const sessions: Record<string, () => string> = { fresh: () => randomUUID() };
  const psuIds: Record<string, string | undefined> = { none: undefined };
  const corporateIds: Record<string, string | undefined> = { none: undefined };
  before(async () => {
    // The audit is written after the response, together with other entries.
    bank = await aBank({ bank: { audit: false } });
    tpp = aTpp(bank);
    const ended = await aSession(bank, tpp, { customerNumber: known, context: "PRIVATE" });
    await aSession(bank, tpp, { customerNumber: known, context: "PRIVATE" });
    const atWork = await aSession(bank, tpp, kariAtWork);
    sessions.ended = () => ended.sessionId;
    sessions.another = () => atWork.sessionId;
    psuIds.another = atWork.psuId;
    corporateIds.another = atWork.psuCorporateId;
    assert(atWork.psuCorporateId !== undefined);
    doneBy = observe(bank);
  });
  after(async () => {
    mock.restoreAll();
    syncBuiltinESMExports();
    await bank.close();
  });

  test("A45: every creation that reads it has a body here", () => {
    assert.deepEqual(creations.map(({ name }) => name).toSorted(), Object.keys(bodies).toSorted());
  });

  const rows = pairs({
    creation: creations.map(({ name }) => name),
    context: ["none", ...psuContexts],
    session: ["fresh", "ended", "another"],
    psuId: ["none", "another"],
    agreement: ["none", "another"],
    debtor: ["customer's", "another's", "nobody's"],
  });
  const debtors = {
    "customer's": ola.current.bban,
    "another's": kari.current.bban,
    "nobody's": "99901019998",
  } as const;
  const seen = new Set<string>();
  for (const row of rows) {
    const { creation, context, session, psuId, agreement, debtor } = row;
    test(`A45: tells nobody who is a customer: ${Object.values(row).join(", ")}`, async () => {
      const { path } = creations.find(({ name }) => name === creation) ?? assert.fail();
      const debtorAccount = { bban: debtors[debtor], currency: "NOK" };
      const body = bodies[creation]?.({ debtorAccount });
      const query = creation.startsWith("periodic") ? "" : "?allowLogicalDuplicate=true";
      const answers = [];
      // The first request fills caches, whatever the number is.
      for (const number of [unknown, ...numbers]) {
        const signed = await tpp.sign({
          path: `${path}${query}`,
          body,
          headers: {
            ...callHeaders(sessions[session]?.()),
            "X-PSU-IDENTITY": number,
            "PSU-ID": psuIds[psuId],
            "PSU-Corporate-ID": corporateIds[agreement],
            ...(context === "none" ? {} : { "PSU-Context": context }),
          },
        });
        const response = await tpp.sendAgain(signed);
        const done = (doneBy.get(String(signed.headers["X-Request-ID"])) ?? []).toSorted();
        assert(done.includes("psuDirectory.findPerson"), response.text);
        seen.add(`${response.status} ${response.json.tppMessages?.[0]?.code ?? ""}`);
        answers.push({ response: withoutChance(response), done });
      }
      const [, first, ...others] = answers;
      for (const [at, other] of others.entries()) {
        assert.deepEqual(other, first, `number ${at + 2} differs from that of a known customer`);
      }
    });
  }

  test("A45: the matrix above has seen every kind of response", () => {
    const kinds = [...seen].map((kind) => kind.trim()).toSorted();
    assert.deepEqual(kinds, [
      "201",
      "400 RESOURCE_UNKNOWN",
      "401 PSU_CREDENTIALS_INVALID",
      "401 SCA_INVALID",
      "401 SCA_NOT_FOUND",
    ]);
  });

  const body = aPayment({ debtorAccount: { bban: ola.current.bban, currency: "NOK" } });
  const create = async (number: string) => {
    const response = await tpp.send({
      path: `${ndct}?allowLogicalDuplicate=true`,
      body,
      headers: { ...callHeaders(), "X-PSU-IDENTITY": number, "PSU-Context": "PRIVATE" },
    });
    assert.equal(response.status, 201, response.text);
    const { paymentId, _links } = response.json;
    return { paymentId, link: _links.scaRedirect.href as string };
  };

  test("A45: 200 requests with a customer's number do the same as 200 with nobody's", async () => {
    const asked = { "customer's": new Set<string>(), "nobody's": new Set<string>() };
    const ask = async (number: string, into: Set<string>) => {
      const signed = await tpp.sign({
        path: `${ndct}?allowLogicalDuplicate=true`,
        body,
        headers: { ...callHeaders(), "X-PSU-IDENTITY": number, "PSU-Context": "PRIVATE" },
      });
      const response = await tpp.sendAgain(signed);
      const done = (doneBy.get(String(signed.headers["X-Request-ID"])) ?? []).toSorted();
      into.add(JSON.stringify([withoutChance(response), done]));
    };
    for (let time = 0; time < 200; time += 1) {
      await ask(known, asked["customer's"]);
      await ask(unknown, asked["nobody's"]);
    }
    assert.equal(asked["customer's"].size, 1, "equal requests differ among themselves");
    assert.deepEqual(asked["nobody's"], asked["customer's"]);
  });

  test("HDR-37: the SCA of nobody's number fails as after wrong identifications", async () => {
    const ends = [];
    for (const number of [unknown, ingrid.customerNumber]) {
      const { paymentId, link } = await create(number);
      const browser = new PageBrowser(bank.addresses.http);
      await browser.open(link);
      const pages = [browser.page];
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await browser.submit({ decision: "continue", customerNumber: known });
        pages.push(browser.page);
      }
      const [sca] = await bank.storage.read(() => listScas("payment", paymentId));
      assert.deepEqual([sca?.status, sca?.endedCode], ["failed", "PSU_CREDENTIALS_INVALID"]);
      ends.push(pages.map((page) => page.replaceAll(/value="[^"]*"|\/sca\/[\w-]+/g, "")));
    }
    assert.deepEqual(ends[0], ends[1]);
    assert.match(ends[0]?.at(-1) ?? "", /code=PSU_CREDENTIALS_INVALID/);
  });

  test("HDR-18: the SCA of a customer's number is approved by that customer", async () => {
    const { link } = await create(known);
    const choices = { customerNumber: known, context: "PRIVATE" } as const;
    const { searchParams } = await finishSca(bank, link, choices);
    assert.equal(searchParams.get("code"), null);
    assert.match(searchParams.get("psu-id") ?? "", /^[0-9a-f-]{36}$/);
  });
});
