import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Operation, type OperationKind, operationList } from "@varde/protocol";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { aPayer, aPayment, baskets, idOf, ndct } from "../support/payer.ts";
import { type PsuVisit, type ScaChoices, visit } from "../support/psu-visit.ts";
import { henrik, kari, kariAtWork, ola } from "../support/psus.ts";
import type { RawAnswer } from "../support/raw-tpp.ts";

const { people, companies } = dataSet;
const { tindvik, skarvoy, vardeberg } = companies;

/** What a PSU has at a TPP that somebody else may try to get at. */
interface Belongings {
  readonly paymentId: string;
  readonly signedPaymentId: string;
  readonly basketId: string;
  readonly authorisationId: string;
  readonly cancellationId: string;
  readonly basketAuthorisationId: string;
  readonly accountId: string;
  /** A company has no card: then it is the account again, which is no card. */
  readonly cardId: string;
  readonly bban: string;
  readonly transactionId: string;
}

interface Victim {
  readonly owner: PsuVisit;
  readonly belongings: Belongings;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Who calls for what is another's. */
interface Stranger {
  readonly name: string;
  readonly who: PsuVisit;
  readonly headers?: Headers;
  /** The victim in person, at another TPP: the account is their own, but was not granted there. */
  readonly isOwnAccount?: boolean;
  readonly isSamePsu?: boolean;
}

const filledByTpp: ReadonlySet<OperationKind> = new Set(["loadData", "keepContact"]);
const forPsus = operationList.filter(({ kind }) => !filledByTpp.has(kind));
/** Kinds that are served without a session: their answers are judged by the ids alone. */
const withoutSession: ReadonlySet<OperationKind> = new Set([
  "readPayment",
  "createConsent",
  "confirmFunds",
]);

/** A path parameter nobody has thought of fails here, so that a new operation is covered. */
const pathOf = ({ path }: Operation, of: Belongings): string => {
  const isCancellation = path.includes("cancellation");
  const isBasket = path.includes("basket");
  const values: Readonly<Record<string, string>> = {
    service: "payments",
    product: "norwegian-domestic-credit-transfers",
    paymentId: isCancellation ? of.signedPaymentId : of.paymentId,
    basketId: of.basketId,
    authorisationId: isCancellation
      ? of.cancellationId
      : isBasket
        ? of.basketAuthorisationId
        : of.authorisationId,
    accountId: path.includes("card-accounts") ? of.cardId : of.accountId,
    transactionId: of.transactionId,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert(values[name] !== undefined, `say whose {${name}} is meant`);
    return values[name];
  });
};

/** What a writing operation is sent, with the victim's ids wherever a body has any. */
const bodyOf = ({ id, method, kind }: Operation, of: Belongings): unknown => {
  if (method === "GET" || method === "DELETE" || kind === "changePayment") return undefined;
  if (kind === "createConsent") return undefined;
  const debtorAccount = { bban: of.bban, currency: "NOK" };
  const bodies: Readonly<Record<string, unknown>> = {
    createPayment: aPayment({ debtorAccount }),
    createBasket: { paymentIds: [of.paymentId] },
    confirmFunds: {
      account: { bban: of.bban },
      instructedAmount: { amount: "1.00", currency: "NOK" },
    },
  };
  assert(id in bodies, `say what ${id} is sent`);
  return bodies[id];
};

const call = (
  operation: Operation,
  of: Belongings,
  who: PsuVisit,
  headers: Headers = {},
): Promise<RawAnswer> => {
  const body = bodyOf(operation, of);
  return who.send({
    method: operation.method,
    path: pathOf(operation, of),
    headers: { "x-accept-fix": "amount-as-string", ...headers },
    ...(body === undefined ? {} : { body }),
  });
};

const namesSomething = ({ path }: Operation): boolean => /\{(?!service|product)\w+\}/.test(path);

/** One answer for what is not there and what is not the caller's; nothing else gets through. */
const judgeById = (operation: Operation, answer: RawAnswer, of: Belongings, stranger: Stranger) => {
  const told = `${operation.id}: ${answer.status} ${answer.text}`;
  const { kind, id } = operation;
  if (namesSomething(operation)) {
    const isUngranted = kind === "readAccount" && stranger.isOwnAccount === true;
    assert.equal(answer.status, isUngranted ? 403 : 404, told);
    const code = isUngranted ? "CONSENT_UNKNOWN" : "RESOURCE_UNKNOWN";
    assert.equal(answer.json.tppMessages[0].code, code, told);
    return;
  }
  if (id === "createBasket" || (id === "createPayment" && stranger.isOwnAccount !== true)) {
    assert.equal(answer.status, 400, told);
    assert.equal(answer.json.tppMessages[0].code, "RESOURCE_UNKNOWN", told);
    return;
  }
  if (id === "confirmFunds") assert.ok([400, 403].includes(answer.status), told);
  const secrets = Object.values(of).filter((value) => value !== of.bban);
  if (id !== "createPayment") {
    for (const secret of secrets) assert.ok(!answer.text.includes(secret), told);
  }
};

const unchanged = async ({ owner, belongings }: Victim) => {
  const read = async (path: string) => (await owner.tpp.send({ path })).json.transactionStatus;
  assert.equal(await read(`${ndct}/${belongings.paymentId}/status`), "RCVD");
  assert.equal(await read(`${ndct}/${belongings.signedPaymentId}/status`), "ACTC");
  assert.equal(await read(`${baskets}/${belongings.basketId}/status`), "RCVD");
};

/** Who tries to get at a victim's things, and what else of others may be tried. */
interface Cast {
  readonly victims: readonly (Victim & { readonly name: string; readonly strangers: Stranger[] })[];
  readonly credentials: readonly (Stranger & { readonly isSession?: boolean })[];
}

const assemble = async (bank: TestBank): Promise<Cast> => {
  const otherTpp = await bank.authority.issueTppCertificate({
    name: "Another TPP",
    organisationNumber: "210000003",
    roles: ["PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });
  const atOther = (choices: ScaChoices) => visit(bank, { ...choices, accounts: [] }, otherTpp);

  const atVardeberg = await belongingsOf(bank, kariAtWork, vardeberg.accounts[0]);
  const ofKari = await belongingsOf(bank, kari, people.kari.current);
  const { agreements } = (await ofKari.owner.get("/v1/agreements")).json;
  const vardebergId = { "PSU-Corporate-ID": agreements[0].psuCorporateId };
  const ofHenrik = { ...henrik, agreement: tindvik.name };
  const atTindvik = await belongingsOf(bank, ofHenrik, tindvik.accounts[0]);
  const skarvoyId = await corporateIdOf(atTindvik.owner, skarvoy.name);
  const olaHere = await visit(bank, { ...ola, accounts: ["ola-current"] });
  const olaThere = await atOther(ola);
  const kariThere = await atOther(kari);
  const henrikThere = await atOther(ofHenrik);
  // Sessions of ours that another SCA has ended would make every refusal look right.
  for (const who of [ofKari.owner, atTindvik.owner, olaHere, olaThere, kariThere, henrikThere]) {
    assert.equal((await who.get("/v1/user")).status, 200);
  }
  const parts = { atVardeberg, ofKari, atTindvik, olaHere, olaThere, kariThere, henrikThere };
  return {
    victims: victimsAmong({ ...parts, vardebergId, skarvoyId }),
    credentials: credentialsAmong({ ...parts, vardebergId }),
  };
};

type CorporateId = Readonly<Record<"PSU-Corporate-ID", string>>;

const victimsAmong = (parts: {
  readonly atVardeberg: Victim;
  readonly ofKari: Victim;
  readonly atTindvik: Victim;
  readonly olaHere: PsuVisit;
  readonly olaThere: PsuVisit;
  readonly kariThere: PsuVisit;
  readonly henrikThere: PsuVisit;
  readonly vardebergId: CorporateId;
  readonly skarvoyId: CorporateId;
}): Cast["victims"] => {
  const { atVardeberg, ofKari, atTindvik, vardebergId, skarvoyId } = parts;
  const absent = { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined };
  const everybody: readonly Stranger[] = [
    { name: "another PSU", who: parts.olaHere },
    { name: "another TPP with another PSU", who: parts.olaThere },
    { name: "another PSU, while nobody is there", who: parts.olaHere, headers: absent },
  ];
  return [
    {
      name: "a private PSU's",
      ...ofKari,
      strangers: [
        ...everybody,
        { name: "another TPP with the same PSU", who: parts.kariThere, isOwnAccount: true },
        { name: "the same PSU for a corporation", who: ofKari.owner, headers: vardebergId },
      ],
    },
    {
      name: "a corporation's",
      ...atTindvik,
      strangers: [
        ...everybody,
        { name: "another TPP with the same PSU", who: parts.henrikThere, isOwnAccount: true },
        { name: "the same PSU for another one", who: atTindvik.owner, headers: skarvoyId },
      ],
    },
    {
      name: "a corporation's whose representative is a private customer",
      ...atVardeberg,
      owner: withCorporateId(ofKari.owner, vardebergId),
      strangers: [
        ...everybody,
        { name: "the same PSU in private", who: ofKari.owner, isSamePsu: true },
      ],
    },
  ];
};

const credentialsAmong = (parts: {
  readonly ofKari: Victim;
  readonly olaHere: PsuVisit;
  readonly olaThere: PsuVisit;
  readonly kariThere: PsuVisit;
  readonly vardebergId: CorporateId;
}): Cast["credentials"] => {
  const { olaHere, olaThere, kariThere, vardebergId } = parts;
  const { psuId, sessionId } = parts.ofKari.owner;
  const session = { "TPP-Session-ID": sessionId };
  return [
    { name: "another TPP's PSU-ID", who: olaThere, headers: { "PSU-ID": psuId } },
    { name: "another TPP's session", who: kariThere, headers: session, isSession: true },
    { name: "another PSU's session", who: olaHere, headers: session, isSession: true },
    { name: "another PSU's PSU-Corporate-ID", who: olaHere, headers: vardebergId },
    { name: "another TPP's PSU-Corporate-ID", who: kariThere, headers: vardebergId },
  ];
};

describe("A08: in one world, with every operation for PSUs", () => {
  let bank: TestBank;
  let victims: Cast["victims"];
  let credentials: Cast["credentials"];
  before(async () => {
    bank = await startBank({ isolation: "shared" });
    ({ victims, credentials } = await assemble(bank));
  });
  after(() => bank.close());

  for (const [index, name] of ["private", "corporate", "both"].entries()) {
    test(`A08: by id, nobody gets at what is somebody else's (${name})`, async () => {
      const victim = victims[index];
      assert(victim !== undefined);
      let cells = 0;
      for (const operation of forPsus) {
        for (const stranger of victim.strangers) {
          if (isLeftOut(operation, stranger)) continue;
          const { who, headers } = stranger;
          const answer = await call(operation, victim.belongings, who, headers);
          await assertCell(`${victim.name}, by ${stranger.name}`, () =>
            judgeById(operation, answer, victim.belongings, stranger),
          );
          cells += 1;
        }
      }
      assert.ok(cells > forPsus.length * 3);
      await unchanged(victim);
    });
  }

  test("A08: its owner reads each of them, so that no refusal is for another reason", async () => {
    for (const { belongings, owner, name } of victims) {
      for (const operation of forPsus) {
        if (operation.method !== "GET" || !namesSomething(operation)) continue;
        const isNoCard = belongings.cardId === belongings.accountId;
        if (operation.path.includes("card-accounts") && isNoCard) continue;
        const answer = await call(operation, belongings, owner);
        assert.equal(answer.status, 200, `${name}, ${operation.id}: ${answer.text}`);
      }
    }
  });

  test("A08: another's credentials are refused on every operation that reads them", async () => {
    const [victim] = victims;
    assert(victim !== undefined);
    for (const operation of forPsus) {
      for (const { name, who, headers, isSession } of credentials) {
        if (isSession === true && withoutSession.has(operation.kind)) continue;
        const answer = await call(operation, victim.belongings, who, headers);
        const told = `${operation.id} with ${name}: ${answer.status} ${answer.text}`;
        assert.equal(answer.status, 401, told);
        const codes = isSession ? ["SCA_NOT_FOUND", "SCA_INVALID"] : ["PSU_CREDENTIALS_INVALID"];
        assert.ok(codes.includes(answer.json.tppMessages[0].code), told);
      }
    }
    await unchanged(victim);
  });
});

/** Without a session there is no change, and a call nobody attends is for accounts alone. */
const isLeftOut = ({ kind, id }: Operation, { headers, isSamePsu }: Stranger): boolean => {
  // HDR-32: here the PSU need not say for whom they act, nor be named at all.
  if (isSamePsu === true && (kind === "readPayment" || kind === "confirmFunds")) return true;
  const isUnattended = headers !== undefined && "PSU-IP-Address" in headers;
  if (!isUnattended) return false;
  const isCounted = /^(?:read(?:Card)?Balances|list(?:Card)?Transactions)$/.test(id);
  return kind !== "readPayment" && !isCounted;
};

const assertCell = async (name: string, judge: () => void) => {
  try {
    judge();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
};

const belongingsOf = async (
  bank: TestBank,
  choices: ScaChoices,
  account: { readonly accountId: string; readonly bban: string },
): Promise<Victim> => {
  const payer = await aPayer(bank, choices);
  const debtorAccount = { bban: account.bban, currency: "NOK" };
  const create = () => payer.create(ndct, aPayment({ debtorAccount }));
  const payment = await create();
  const started = await payer.post(`${payment}/authorisations`);
  const signed = await create();
  await payer.sign(signed);
  assert.equal((await payer.delete(signed)).status, 202);
  const cancelling = await payer.post(`${signed}/cancellation-authorisations`);
  const basket = await payer.post(baskets, { paymentIds: [idOf(await create())] });
  const signing = await payer.post(`${baskets}/${basket.json.basketId}/authorisations`);
  const listed = await payer.get(`/v1/accounts/${account.accountId}/transactions`);
  assert.equal(listed.status, 200, listed.text);
  return {
    owner: payer.visit,
    belongings: {
      paymentId: idOf(payment),
      signedPaymentId: idOf(signed),
      basketId: basket.json.basketId,
      authorisationId: started.json.authorisationId,
      cancellationId: cancelling.json.authorisationId,
      basketAuthorisationId: signing.json.authorisationId,
      accountId: account.accountId,
      cardId: choices === kari ? people.kari.card.accountId : account.accountId,
      bban: account.bban,
      transactionId: listed.json.transactions.booked[0].transactionId,
    },
  };
};

const corporateIdOf = async (psu: PsuVisit, company: string) => {
  const { agreements } = (await psu.get("/v1/agreements")).json;
  const found = agreements.find((one: { name: string }) => one.name === company);
  return { "PSU-Corporate-ID": found.psuCorporateId as string };
};

const withCorporateId = (psu: PsuVisit, header: { readonly "PSU-Corporate-ID": string }) =>
  Object.assign(Object.create(psu) as PsuVisit, { psuCorporateId: header["PSU-Corporate-ID"] });
