import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type BankPorts, keySigner, SocketSigner } from "@varde/bank";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import type { PortContext } from "./port-context.ts";

/** Creates the signer of responses: a key with its certificate in PEM, or another process. */
export const createResponseSigner = async ({
  settings,
  stack,
}: PortContext): Promise<Partial<BankPorts>> => {
  const {
    "responseSigner.key": keyPem,
    "responseSigner.certificate": path,
    "responseSigner.socket": socket,
  } = settings;
  if (socket !== undefined) {
    if (keyPem === undefined && path === undefined) {
      return { responseSigner: stack.use(new SocketSigner({ socket })) };
    }
    throw new Error("remove key and certificate: the process behind socket has its own");
  }
  if (keyPem === undefined && path === undefined) return {};
  if (keyPem === undefined || path === undefined) {
    throw new Error("give both key and certificate, or the socket of another process");
  }
  const key = readKey(keyPem);
  const pem = readFileSync(path, "utf8");
  const certificate = readCertificatePem(pem);
  if (isInvalid(certificate)) throw new Error(`the certificate in ${path} ${certificate.reason}`);
  if (!new X509Certificate(certificate.der).checkPrivateKey(key)) {
    throw new Error(`the certificate in ${path} belongs to another key`);
  }
  return { responseSigner: keySigner(() => ({ key, certificate })) };
};

/** Reads the key. The error of the library is not used, because it could quote the text. */
const readKey = (pem: string): KeyObject => {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Reported below, like a key of another kind.
  }
  if (key?.asymmetricKeyType === "rsa") return key;
  throw new Error("key must be a private RSA key in PEM, without a passphrase");
};
