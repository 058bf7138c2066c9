import { createPrivateKey } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { BankToCheck, Identity } from "@varde/conformance";
import { openVardeSca } from "@varde/conformance";
import { isInvalid, kidCheckDigit, readCertificatePem } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";

const { kari, ola } = dataSet.people;
const { lyngrabben, skarvoy } = dataSet.companies;

/** Reads a PEM certificate with its key. */
const identityOf = (pem: {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}): Identity => {
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

/** A sandbox with everything that a check can need: another TPP, a company, a clock that moves. */
export const aWholeBank = async (
  bank: TestBank,
  changes: Partial<BankToCheck> = {},
): Promise<BankToCheck> => {
  const second = await bank.authority.issueTppCertificate({
    name: "Another TPP",
    organisationNumber: "210000003",
    roles: ["PSP_PI", "PSP_AI"],
    kind: "working",
  });
  const held = dataSet.magicAccounts.find(({ behaviour }) => behaviour === "hold");
  return aBankToCheck(bank, {
    second: identityOf(second),
    sca: openVardeSca({
      origin: bank.addresses.http,
      customer: kari.customerNumber,
      company: { customer: lyngrabben.representative.customerNumber },
    }),
    pendingPayee: { bban: held?.bban ?? "" },
    quotaAccount: kari.savings.accountId,
    company: { debtor: lyngrabben.accounts[0].bban },
    advanceClock: async (ms) => {
      for (const { worldId } of await bank.listWorlds()) {
        await bank.clock.advanceClock(worldId, ms);
      }
    },
    ...changes,
  });
};

/** A bank of a test as the kit sees it: an address, a certificate and accounts. */
export const aBankToCheck = (
  bank: {
    readonly addresses: { readonly http: string };
    readonly tpp: { readonly certificatePem: string; readonly privateKeyPem: string };
  },
  changes: Partial<BankToCheck> = {},
): BankToCheck => ({
  address: new URL(bank.addresses.http),
  kind: "sandbox",
  tpp: identityOf(bank.tpp),
  tls: {},
  redirectUri: "http://127.0.0.1:28110/callback",
  sca: openVardeSca({ origin: bank.addresses.http, customer: kari.customerNumber }),
  debtor: { bban: kari.current.bban, card: kari.card.relatedAccount },
  creditor: { bban: ola.current.bban, name: ola.name },
  kidPayee: {
    bban: skarvoy.accounts[0].bban,
    kid: `12345678901${kidCheckDigit("12345678901", 11)}`,
  },
  ...changes,
});

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
