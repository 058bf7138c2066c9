import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type BankPorts, keySigner, type ResponseSigner, SocketSigner } from "@varde/bank";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { ClosingStack } from "../closing-stack.ts";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import { createModulePorts } from "./module-ports.ts";
import type { PortContext } from "./port-context.ts";

/** Creates the signer of responses: a key with its certificate in PEM, or another process. */
export const createResponseSigner = async ({
  settings,
  stack,
}: Pick<PortContext, "settings" | "stack">): Promise<
  Pick<Partial<BankPorts>, "responseSigner">
> => {
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

/** Opens the signer for a command beside the bank: from the settings, or from the bank's module. */
export const openResponseSigner = async (settings: ServerSettings): Promise<OpenedSigner> => {
  await using stack = new ClosingStack();
  const onFault = (error: Error): never => {
    throw error;
  };
  const context = { settings, stack, onFault };
  const { responseSigner } = await createResponseSigner(context);
  const signer = responseSigner ?? (await createModulePorts(context)).responseSigner;
  const opened = stack.move();
  return { signer, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
};

export interface OpenedSigner extends AsyncDisposable {
  /** Undefined if the bank signs nothing. */
  readonly signer: ResponseSigner | undefined;
}

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
