import type { Certificate } from "@varde/protocol";
import type { StatusSource } from "../authorities/authorities.ts";
import { type CertificateStatus, requestOcspStatus } from "./ocsp.ts";
import { fetchRevocationList, type RevocationList } from "./revocation-list.ts";

export interface RevocationOptions {
  /**
   * The policy for a certificate whose status could not be found, because no responder and no list
   * is available or known for its issuer: `refuse` it, or `accept` it and report that.
   */
  readonly whenUnavailable: "refuse" | "accept";
  /** Receives failed requests, and certificates that were accepted without a status. */
  readonly onFault?: (error: Error) => void;
  /** How long a status is used at most, even if it is valid for longer; an hour by default. */
  readonly cacheMs?: number;
  readonly timeoutMs?: number;
}

const cachedMax = 10_000;

/**
 * Checks certificates for revocation, only at the addresses that were configured or that a trusted
 * list names. Addresses inside the certificates are never used.
 */
export class RevocationCheck {
  readonly #options: RevocationOptions;
  readonly #cacheMs: number;
  readonly #timeoutMs: number;
  readonly #statuses = new Map<string, CertificateStatus>();
  readonly #lists = new Map<string, RevocationList & { readonly fetchedAt: number }>();

  constructor(options: RevocationOptions) {
    this.#options = options;
    this.#cacheMs = options.cacheMs ?? 3_600_000;
    this.#timeoutMs = options.timeoutMs ?? 4_000;
  }

  /** Returns why a path cannot be trusted: a revoked certificate, or a status that is unknown. */
  async findReason(
    path: readonly Certificate[],
    sources: readonly StatusSource[],
    at: number,
  ): Promise<string | undefined> {
    for (const [index, certificate] of path.entries()) {
      const issuer = path[index + 1];
      if (issuer === undefined) return undefined;
      const status = await this.#find(certificate, issuer, sources, at);
      if (status?.isRevoked) return index === 0 ? "has been revoked" : "has a revoked issuer";
      if (status === undefined && this.#options.whenUnavailable === "refuse") {
        return "could not be checked for revocation";
      }
      if (status === undefined) this.#report("accepted without a status", certificate);
    }
    return undefined;
  }

  async #find(
    certificate: Certificate,
    issuer: Certificate,
    sources: readonly StatusSource[],
    at: number,
  ): Promise<CertificateStatus | undefined> {
    const key = `${issuer.fingerprint} ${certificate.serialNumberHex}`;
    const known = this.#statuses.get(key);
    if (known !== undefined && at < known.until) return known;
    const ask = async (request: () => Promise<CertificateStatus>): Promise<CertificateStatus> => {
      const status = await request();
      const isReplay = known?.isRevoked && !status.isRevoked && status.from <= known.from;
      if (!isReplay) return status;
      throw new Error("the status is older than the one that said that it is revoked");
    };
    const own = sources.filter((source) => source.issuer.fingerprint === issuer.fingerprint);
    const status =
      (await this.#try(
        own.flatMap(({ ocsp }) => ocsp),
        (url) => ask(() => requestOcspStatus(certificate, issuer, url, this.#timeoutMs, at)),
      )) ??
      (await this.#try(
        own.flatMap(({ crl }) => crl),
        (url) => ask(() => this.#findInList(certificate, issuer, url, at)),
      ));
    // Somebody may keep newer statuses from us: what is revoked stays so until one says otherwise.
    if (status === undefined) return known?.isRevoked ? known : undefined;
    const limited = { ...status, until: Math.min(status.until, at + this.#cacheMs) };
    if (this.#statuses.size >= cachedMax) this.#statuses.clear();
    this.#statuses.set(key, limited);
    return limited;
  }

  async #try(
    urls: readonly string[],
    request: (url: string) => Promise<CertificateStatus>,
  ): Promise<CertificateStatus | undefined> {
    for (const url of urls) {
      try {
        return await request(url);
      } catch (error) {
        this.#options.onFault?.(new Error(`revocation check at ${url} failed`, { cause: error }));
      }
    }
    return undefined;
  }

  async #findInList(
    certificate: Certificate,
    issuer: Certificate,
    url: string,
    at: number,
  ): Promise<CertificateStatus> {
    const known = this.#lists.get(url);
    const isFresh =
      known !== undefined && at < Math.min(known.until, known.fetchedAt + this.#cacheMs);
    const list = isFresh ? known : await fetchRevocationList(issuer, url, this.#timeoutMs, at);
    if (!isFresh) this.#lists.set(url, { ...list, fetchedAt: at });
    return { isRevoked: list.isRevoked(certificate), from: list.from, until: list.until };
  }

  #report(what: string, { serialNumberHex }: Certificate): void {
    this.#options.onFault?.(new Error(`certificate ${serialNumberHex} ${what}`));
  }
}
