import { createServer } from "node:http";
import { type ScaDriver, ScaNotCompleted, type ScaWish } from "./sca-driver.ts";

/** How a person who completes SCAs by hand is spoken to. */
export interface ManualScaOptions {
  /** Where the bank sends the PSU back to: an address on this machine, which is listened on. */
  readonly redirectUri: string;
  say(text: string): void;
  readonly timeoutMs?: number;
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Back from the bank</title>
<body style="font: 18px system-ui; margin: 4rem"><h1>Back from the bank</h1>
<p>Continue in the terminal; you can close this tab.</p>`;

const wishes = { approve: "Approve", refuse: "Refuse (cancel) this time" } as const;

/** Prints the link of an SCA and waits until the browser comes to the redirect address. */
export const openManualSca = async (options: ManualScaOptions): Promise<ScaDriver> => {
  const { redirectUri, say, timeoutMs = 600_000 } = options;
  const home = new URL(redirectUri);
  let arrived: ((address: URL) => void) | undefined;
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", home.origin);
    const isBack = address.pathname === home.pathname && address.search !== home.search;
    response.writeHead(isBack ? 200 : 404, { "content-type": "text/html", connection: "close" });
    response.end(isBack ? page : "");
    if (isBack) arrived?.(address);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new ScaNotCompleted(`cannot listen on ${home.host} for the PSU`, { cause })),
    );
    server.listen(Number(home.port || 80), home.hostname.replace(/^\[|\]$/g, ""), resolve);
  });
  return {
    complete: (scaRedirect, wish) => {
      say(`${wishes[wish.decision]} at the bank${describeContext(wish)}:\n  ${scaRedirect}`);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const seconds = timeoutMs / 1000;
          reject(new ScaNotCompleted(`nobody came back to ${redirectUri} within ${seconds} s`));
        }, timeoutMs);
        arrived = (address) => {
          clearTimeout(timer);
          resolve(address);
        };
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const describeContext = ({ context, accounts }: ScaWish): string => {
  const who = context === "CORPORATE" ? ", for the company" : "";
  return accounts === undefined ? who : `${who}, and select only ${accounts.join(", ")}`;
};
