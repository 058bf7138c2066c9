import { listenHttps, type RunningBank } from "@varde/bank";
import type { CertificateAuthority } from "../certificate-authority/index.ts";

export interface Addresses {
  readonly http: string;
  readonly https: string | undefined;
}

interface HttpsPort {
  readonly host: string;
  readonly port: number;
  /** Whether the port was set explicitly; if not, any free port is used when this one is taken. */
  readonly isRequired: boolean;
}

/** Listens for HTTPS with a certificate from the sandbox's own authority. */
export const listenWithOwnCertificate = async (
  bank: Pick<RunningBank, "createTlsServer">,
  authority: CertificateAuthority,
  { host, port, isRequired }: HttpsPort,
): Promise<{ readonly url: string; readonly port: number }> => {
  const names = [...new Set(["localhost", "127.0.0.1", "::1", host])];
  const identity = await authority.issueServerCertificate(
    names.filter((name) => name !== "0.0.0.0"),
  );
  return listenHttps(bank.createTlsServer(identity), { host, port, mayMove: !isRequired });
};
