import type { RequestListener } from "node:http";
import type { BankReport } from "./bank-slot.ts";

interface AdminResponse {
  readonly status: number;
  readonly body: object;
}

/**
 * Serves the health of the process and of all its banks to operators. The process is ready while
 * it serves at least one bank, so that the failure of one bank does not stop the others.
 */
export const createAdminListener = (
  listBanks: () => readonly BankReport[],
  isStopping: () => boolean,
): RequestListener => {
  const routes: Readonly<Record<string, () => AdminResponse>> = {
    "/health/live": () => ({ status: 200, body: { status: "live" } }),
    "/health/ready": () => {
      if (isStopping()) return { status: 503, body: { status: "the process is stopping" } };
      const isServing = listBanks().some(({ state }) => state === "ready" || state === "suspended");
      return isServing
        ? { status: 200, body: { status: "ready" } }
        : { status: 503, body: { status: "no bank is open" } };
    },
    "/health/banks": () => ({ status: 200, body: { banks: listBanks() } }),
  };
  return ({ method, url = "" }, response) => {
    const read = routes[url.split("?", 1)[0] ?? ""];
    const isRead = method === "GET" || method === "HEAD";
    const { status, body } =
      read !== undefined && isRead
        ? read()
        : { status: 404, body: { status: `paths: ${Object.keys(routes).join(", ")}` } };
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
};
