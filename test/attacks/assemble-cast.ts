import assert from "node:assert/strict";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aPayer, aPayment, baskets, idOf, ndct } from "@varde/testkit/payments";
import {
  aPsu,
  henrik,
  kari,
  kariAtWork,
  ola,
  type PsuChoices,
  type TestPsu,
} from "@varde/testkit/psu";

const { people, companies } = dataSet;
const { tindvik, skarvoy, vardeberg } = companies;

/** The ids of a PSU's resources at a TPP, which others may try to reach. */
export interface Belongings {
  readonly paymentId: string;
  readonly signedPaymentId: string;
  readonly basketId: string;
  readonly authorisationId: string;
  readonly cancellationId: string;
  readonly basketAuthorisationId: string;
  readonly accountId: string;
  /** For a company, which has no card, the id of its account. */
  readonly cardId: string;
  readonly bban: string;
  readonly transactionId: string;
}

export interface Victim {
  readonly owner: TestPsu;
  readonly belongings: Belongings;
}

export type Headers = Readonly<Record<string, string | undefined>>;

/** A caller that tries to reach another's resources. */
export interface Stranger {
  readonly name: string;
  readonly who: TestPsu;
  readonly headers?: Headers;
  /** The victim in person at another TPP: the account is their own, but was not granted there. */
  readonly isOwnAccount?: boolean;
  readonly isSamePsu?: boolean;
}

/** The victims, the callers that attack them, and stolen credentials to try. */
export interface Cast {
  readonly victims: readonly (Victim & { readonly name: string; readonly strangers: Stranger[] })[];
  readonly credentials: readonly (Stranger & { readonly isSession?: boolean })[];
}

/** Creates victims with resources of every kind, and attackers, each in a session. */
export const assembleCast = async (bank: TestBank): Promise<Cast> => {
  const otherTpp = await bank.authority.issueTppCertificate({
    name: "Another TPP",
    organisationNumber: "210000003",
    roles: ["PSP_PI", "PSP_AI", "PSP_IC"],
    kind: "working",
  });
  const atOther = (choices: PsuChoices) => aPsu(bank, { ...choices, accounts: [] }, otherTpp);

  const atVardeberg = await createBelongings(bank, kariAtWork, vardeberg.accounts[0]);
  const ofKari = await createBelongings(bank, kari, people.kari.current);
  const { agreements } = (await ofKari.owner.get("/v1/agreements")).json;
  const vardebergId = { "PSU-Corporate-ID": agreements[0].psuCorporateId };
  const ofHenrik = { ...henrik, agreement: tindvik.name };
  const atTindvik = await createBelongings(bank, ofHenrik, tindvik.accounts[0]);
  const skarvoyId = await readCorporateId(atTindvik.owner, skarvoy.name);
  const olaHere = await aPsu(bank, { ...ola, accounts: ["ola-current"] });
  const olaThere = await atOther(ola);
  const kariThere = await atOther(kari);
  const henrikThere = await atOther(ofHenrik);
  // If a later SCA had ended one of these sessions, every refusal would look correct.
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
  readonly olaHere: TestPsu;
  readonly olaThere: TestPsu;
  readonly kariThere: TestPsu;
  readonly henrikThere: TestPsu;
  readonly vardebergId: CorporateId;
  readonly skarvoyId: CorporateId;
}): Cast["victims"] => {
  const { atVardeberg, ofKari, atTindvik, vardebergId, skarvoyId } = parts;
  const absent = { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined };
  const everybody: readonly Stranger[] = [
    { name: "another PSU", who: parts.olaHere },
    { name: "another TPP with another PSU", who: parts.olaThere },
    { name: "another PSU, without the PSU present", who: parts.olaHere, headers: absent },
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
        { name: "the same PSU for another corporation", who: atTindvik.owner, headers: skarvoyId },
      ],
    },
    {
      name: "a corporation whose representative is a private customer",
      ...atVardeberg,
      owner: withCorporateId(ofKari.owner, vardebergId),
      strangers: [
        ...everybody,
        { name: "the same PSU in private context", who: ofKari.owner, isSamePsu: true },
      ],
    },
  ];
};

const credentialsAmong = (parts: {
  readonly ofKari: Victim;
  readonly olaHere: TestPsu;
  readonly olaThere: TestPsu;
  readonly kariThere: TestPsu;
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

const createBelongings = async (
  bank: TestBank,
  choices: PsuChoices,
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
    owner: payer.psu,
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

const readCorporateId = async (psu: TestPsu, company: string) => {
  const { agreements } = (await psu.get("/v1/agreements")).json;
  const found = agreements.find((one: { name: string }) => one.name === company);
  return { "PSU-Corporate-ID": found.psuCorporateId as string };
};

const withCorporateId = (psu: TestPsu, header: { readonly "PSU-Corporate-ID": string }) =>
  Object.assign(Object.create(psu) as TestPsu, { psuCorporateId: header["PSU-Corporate-ID"] });
