import { createPrivateKey } from "node:crypto";
import { createEidasTrust, openFileRegister, openListAuthorities } from "@varde/eidas";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { createOidcScaMethod, type OidcOptions } from "@varde/sca-oidc";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { oidcTerms } from "@varde/testkit/eid";
import { SigningProcess } from "@varde/testkit/signers";
import type { PemIdentity } from "@varde/testkit/tpp";

/** Everything that the processes of one bank share. It is sent to the other process as JSON. */
export interface SharedBank {
  readonly databaseUrl: string;
  /** Address of the proxy in front of all processes. */
  readonly publicUrl: string;
  readonly issuer: string;
  /** The bank's key at the eID provider. */
  readonly key: OidcOptions["key"];
  /** Path of the trusted list, and the certificate that signs it. */
  readonly list: { readonly path: string; readonly signerPem: string };
  /** Path of the TPP register. */
  readonly register: string;
  /** The bank's seal, whose key is used in a process of its own. */
  readonly seal: PemIdentity;
}

type People = Awaited<ReturnType<typeof openPeople>>;

/** Opens the database with the people and the core bank of a sandbox. */
export const openPeople = ({ databaseUrl: url }: Pick<SharedBank, "databaseUrl">) =>
  aBank({ location: { engine: "postgres", url }, bank: { bankId: "whole-bank" } });

/** Starts one process of a bank with the ports that a bank in production has. */
export const aWholeBank = async (
  people: People,
  shared: SharedBank,
): Promise<ProductionBank & { readonly signing: SigningProcess }> => {
  await using stack = new AsyncDisposableStack();
  const onFault = (error: Error) => console.error(error);
  const signers = [shared.list.signerPem];
  const authorities = stack.use(await openListAuthorities(shared.list.path, { signers, onFault }));
  const revocation = { whenUnavailable: "refuse", onFault } as const;
  const signing = stack.use(await SigningProcess.start(readSeal(shared.seal)));
  const { psuDirectory } = people.bank;
  const bank = stack.use(
    await aProductionBank(
      people,
      { publicUrl: shared.publicUrl },
      {
        certificateTrust: createEidasTrust({ authorities, revocation }),
        tppRegister: stack.use(await openFileRegister(shared.register, { onFault })),
        responseSigner: signing.signer,
        scaMethod: createOidcScaMethod({
          ...oidcTerms,
          issuer: shared.issuer,
          key: shared.key,
          psuDirectory,
        }),
      },
    ),
  );
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return { ...bank, signing, close, [Symbol.asyncDispose]: close };
};

const readSeal = ({ certificatePem, privateKeyPem }: PemIdentity) => {
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) throw new Error(certificate.reason);
  return { certificate, key: createPrivateKey(privateKeyPem) };
};
