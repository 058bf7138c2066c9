import { createServer } from "node:http";
import { type ScaDriver, ScaNotCompleted, type ScaWish, shownNumber } from "./sca-driver.ts";

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

/** Prints the link of an SCA and waits until the browser comes to the redirect address. */
export const openManualSca = async (options: ManualScaOptions): Promise<ScaDriver> => {
  const { redirectUri, say, timeoutMs = 600_000 } = options;
  const home = new URL(redirectUri);
  let arrived: ((address: URL) => void) | undefined;
  let count = 0;
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? "/", home.origin);
    const isBack = address?.pathname === home.pathname && address.search !== home.search;
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
  const minutes = Math.round(timeoutMs / 60_000);
  return {
    complete: (scaRedirect, wish, signal) => {
      if (count === 0) {
        say(
          "Open each link in a browser on this machine, and identify as the owner of the debtor " +
            `account. Each can wait for ${minutes} minutes.`,
        );
      }
      count += 1;
      say(`SCA ${count}: ${describeWish(wish)}\n  ${scaRedirect}`);
      return new Promise((resolve, reject) => {
        const giveUp = (reason: string) => {
          clearTimeout(timer);
          reject(new ScaNotCompleted(`nobody came back to ${redirectUri} ${reason}`));
        };
        const timer = setTimeout(() => giveUp(`within ${timeoutMs / 1000} s`), timeoutMs);
        signal?.addEventListener("abort", () => giveUp("before the run was interrupted"));
        arrived = (address) => {
          clearTimeout(timer);
          resolve(address);
        };
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const describeWish = ({ decision, context, accounts }: ScaWish): string => {
  if (decision === "refuse") return "Refuse this time, by Cancel or Refuse on the bank's page";
  const who = context === "CORPORATE" ? "the company" : "yourself";
  return `Approve, acting for ${who}; ${describeSelection(accounts)}`;
};

const describeSelection = (accounts: ScaWish["accounts"]): string => {
  if (accounts === undefined) return "if the bank asks for accounts, select all";
  return accounts.length === 0
    ? "select no account"
    : `select only: ${accounts.map(shownNumber).join(", ")}`;
};
