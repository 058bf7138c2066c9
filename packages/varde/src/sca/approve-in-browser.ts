import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Invocation } from "../command.ts";
import { readTimeoutMs } from "../options.ts";
import type { Approver } from "./approver.ts";
import { waitForPsu } from "./wait-for-psu.ts";

/** The page of the redirect address, with a way on to the bank's console. */
const writePage = (
  bank: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Back at the TPP</title>
<body style="font: 18px system-ui; margin: 4rem"><h1>Back at the TPP</h1>
<p>Your own page would be here. Continue in the terminal; you can close this tab.</p>
<p>In a sandbox, <a href="${bank}/#/payments">the console</a> shows what happened.</p>`;

/** Listens at the redirect address and opens the bank's page in the browser. */
export const approveInBrowser = async (invocation: Invocation): Promise<Approver> => {
  let arrived: (address: string) => void = () => {};
  let bank = "";
  const server = createServer((request, response) => {
    const isCallback = request.url?.startsWith("/callback?") === true;
    response.writeHead(isCallback ? 200 : 404, {
      "content-type": "text/html",
      connection: "close",
    });
    response.end(isCallback ? writePage(bank) : "");
    if (isCallback) arrived(request.url ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    approve: (scaRedirect, approval) => {
      const arrival = new Promise<string>((resolve) => {
        arrived = resolve;
      });
      const { terminal } = invocation;
      bank = new URL(scaRedirect).origin;
      const timeoutMs = readTimeoutMs(invocation);
      const waiting = waitForPsu(arrival, scaRedirect, approval, { terminal, timeoutMs });
      showAndOpen(scaRedirect, invocation);
      return waiting;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

const showAndOpen = (address: string, { terminal, has }: Invocation): void => {
  terminal.note(["The PSU has to approve at the bank:", `  ${address}`], { scaRedirect: address });
  if (terminal.isInteractive && !has("no-browser")) {
    const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
    const child = spawn(program, [...words, address], { stdio: "ignore", detached: true });
    // Without a browser, the address above can be copied.
    child.once("error", () => {});
    child.unref();
  }
  terminal.note(
    "Waiting for the PSU to return. (Ctrl-C stops; in a sandbox, --approve NUMBER needs no " +
      "browser.)",
  );
};
