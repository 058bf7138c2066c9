import { ConfigurationRefused } from "@varde/bank";

/** The bank's certificate and key for mutual TLS, as PEM text. */
export interface ClientTls {
  readonly certificate?: string;
  readonly key?: string;
  /** Authorities of the core bank's certificate; by default those that Node trusts. */
  readonly authorities?: string;
}

/** The bank as a client of an OAuth 2.0 server (client credentials grant). */
export interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
}

/** How the bank learns about later outcomes. */
export type OutcomeDelivery =
  /** The bank asks every few seconds. */
  | { readonly mode: "pull" }
  /** The core bank sends a signed webhook when there are new ones; the bank then asks. */
  | {
      readonly mode: "push";
      /** Secrets of the signature: the current one and, while it is replaced, the next one. */
      readonly secrets: readonly string[];
      /** How long the bank waits for a webhook before it asks anyway; a minute by default. */
      readonly quietMsMax?: number;
    };

/** Options of a core bank behind HTTP. */
export interface HttpCoreBankOptions {
  /** Base address of the contract: https, or http on this machine. */
  readonly url: string;
  readonly tls?: ClientTls | undefined;
  readonly oauth?: OAuthClient | undefined;
  /** Time limit of a call, from the request for a connection to the last byte; 8000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Connections at a time in this process; 50 by default. Further calls wait for one. */
  readonly connections?: number | undefined;
  /** Headers to add to each call, such as traceparent. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Pulled by default. */
  readonly outcomes?: OutcomeDelivery | undefined;
  /**
   * Whether the core bank decides who signs for companies, by /signings/decide and
   * /signings/signers; false by default. It is never found out by trying: a gateway without the
   * path would let one person sign what two have to.
   */
  readonly mandates?: boolean | undefined;
  /** Size limit of a response; 8 MiB by default. */
  readonly responseBytesMax?: number | undefined;
  /** Age at which the price list is read again; a minute by default. */
  readonly priceListMs?: number | undefined;
  /** Age at which a price list is no longer used; an hour by default. */
  readonly priceListMsMax?: number | undefined;
  /** Current time in epoch milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** Options with every default filled in. */
export interface HttpCoreBankSettings {
  readonly base: URL;
  readonly tls: ClientTls | undefined;
  readonly oauth: (Omit<OAuthClient, "tokenUrl"> & { readonly tokenUrl: URL }) | undefined;
  readonly timeoutMs: number;
  readonly connections: number;
  readonly headers: (() => Readonly<Record<string, string>>) | undefined;
  readonly outcomes: OutcomeDelivery;
  readonly mandates: boolean;
  readonly responseBytesMax: number;
  readonly priceListMs: number;
  readonly priceListMsMax: number;
  readonly now: () => number;
}

/** A shorter secret could be found by trying. */
const secretCharactersMin = 32;
const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Fills in the defaults. Throws ConfigurationRefused, with one sentence, for an invalid option. */
export const readHttpCoreBankOptions = (options: HttpCoreBankOptions): HttpCoreBankSettings => {
  const base = readAddress("url", options.url);
  const { tls, oauth, outcomes = { mode: "pull" } } = options;
  if ((tls?.certificate === undefined) !== (tls?.key === undefined)) {
    throw new ConfigurationRefused("tls needs both a certificate and a key, or neither.");
  }
  const isAuthenticated = tls?.certificate !== undefined || oauth !== undefined;
  if (!isAuthenticated && !loopback.has(base.hostname)) {
    throw new ConfigurationRefused(
      `The core bank at ${base.host} is on another machine; set tls or oauth.`,
    );
  }
  if (outcomes.mode === "push") checkSecrets(outcomes.secrets);
  return {
    base: new URL(base.href.replace(/(?<!\/)\/*$/, "/")),
    tls,
    oauth: oauth && { ...oauth, tokenUrl: readAddress("oauth.tokenUrl", oauth.tokenUrl) },
    timeoutMs: readCount("timeoutMs", options.timeoutMs ?? 8_000),
    connections: readCount("connections", options.connections ?? 50),
    headers: options.headers,
    outcomes,
    mandates: options.mandates ?? false,
    responseBytesMax: readCount("responseBytesMax", options.responseBytesMax ?? 8 * 1024 * 1024),
    priceListMs: readCount("priceListMs", options.priceListMs ?? 60_000),
    priceListMsMax: readCount("priceListMsMax", options.priceListMsMax ?? 60 * 60_000),
    now: options.now ?? Date.now,
  };
};

const readAddress = (name: string, text: string): URL => {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "http:" && loopback.has(url.hostname);
  if (url === null || !(url.protocol === "https:" || isPlain)) {
    throw new ConfigurationRefused(
      `${name} must be an https address, or an http address of this machine, not "${text}".`,
    );
  }
  if (url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new ConfigurationRefused(`${name} must not contain a user, a query or a fragment.`);
  }
  return url;
};

const readCount = (name: string, value: number): number => {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new ConfigurationRefused(`${name} must be a whole number above 0, not ${value}.`);
};

const checkSecrets = (secrets: readonly string[]): void => {
  const isLong = secrets.every((secret) => secret.length >= secretCharactersMin);
  if (secrets.length > 0 && isLong) return;
  throw new ConfigurationRefused(
    `outcomes.secrets needs a secret of ${secretCharactersMin} characters or more.`,
  );
};
