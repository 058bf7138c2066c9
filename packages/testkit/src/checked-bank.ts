import { createPrivateKey } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type BankToCheck, type Identity, openVardeSandbox } from "@varde/conformance";
import { isInvalid, kidCheckDigit, readCertificatePem } from "@varde/protocol";
import { openControl } from "@varde/protocol/control-client";
import { dataSet, type TestBank } from "@varde/sandbox";

const { kari, ola } = dataSet.people;
const { lyngrabben, skarvoy } = dataSet.companies;

/** A certificate with its key, as a sandbox issues it. */
interface IssuedPem {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** Reads a PEM certificate with its key. */
const identityOf = (pem: IssuedPem): Identity => {
  const certificate = readCertificatePem(pem.certificatePem);
  if (isInvalid(certificate)) throw new Error(certificate.reason);
  return { certificate, key: createPrivateKey(pem.privateKeyPem) };
};

/** Choices of a run that may do everything. */
export const everythingAllowed = {
  money: "approve",
  volume: true,
  useQuota: true,
  changeConsent: true,
} as const;

/**
 * A sandbox, of this process or another, with everything that a check can need: another TPP, a
 * company, a clock that moves. Only its control API is called.
 */
export const aWholeBank = async (
  origin: string,
  changes: Partial<BankToCheck> = {},
): Promise<BankToCheck> => {
  const control = openControl(origin, undefined, 30_000);
  const issue = (name: string, organisationNumber: string) =>
    control.post("/tpp-certificates", {
      body: { name, organisationNumber, roles: ["PSP_PI", "PSP_AI"] },
    });
  const tpp = await issue("A checked TPP", "310000018");
  const second = identityOf(await issue("Another TPP", "210000003"));
  const { certificate } = identityOf(tpp);
  const company = { customer: lyngrabben.representative.customerNumber };
  const sca = openVardeSandbox({ origin, customer: kari.customerNumber, company, certificate });
  const held = dataSet.magicAccounts.find(({ behaviour }) => behaviour === "hold");
  const bank = { addresses: { http: origin }, tpp };
  return aBankToCheck(bank, {
    ...{ second, sca, advanceClock: sca.advanceClock, tls: { ca: tpp.caPem } },
    pendingPayee: { bban: held?.bban ?? "" },
    quotaAccount: kari.savings.accountId,
    company: { debtor: lyngrabben.accounts[0].bban },
    ...changes,
  });
};

/** A bank of a test as the kit sees it: an address, a certificate and accounts. */
export const aBankToCheck = (
  bank: { readonly addresses: { readonly http: string }; readonly tpp: IssuedPem },
  changes: Partial<BankToCheck> = {},
): BankToCheck => {
  const origin = bank.addresses.http;
  const tpp = identityOf(bank.tpp);
  const { certificate } = tpp;
  return {
    address: new URL(origin),
    kind: "sandbox",
    tpp,
    tls: {},
    redirectUri: "http://127.0.0.1:28110/callback",
    sca: openVardeSandbox({ origin, customer: kari.customerNumber, certificate }),
    debtor: { bban: kari.current.bban, card: kari.card.relatedAccount },
    creditor: { bban: ola.current.bban, name: ola.name },
    kidPayee: {
      bban: skarvoy.accounts[0].bban,
      kid: `12345678901${kidCheckDigit("12345678901", 11)}`,
    },
    ...changes,
  };
};

/** Serves a bank of a test on TLS as well, and returns how the kit reaches it. */
export const serveOnTls = async (
  bank: TestBank,
): Promise<AsyncDisposable & Pick<BankToCheck, "address" | "tls">> => {
  const server = bank.createTlsServer(await bank.authority.issueServerCertificate(["127.0.0.1"]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: new URL(`https://127.0.0.1:${port}`),
    tls: { ca: bank.authority.caPem },
    [Symbol.asyncDispose]: async () => void server.close(),
  };
};
