import type { RequestListener } from "node:http";
import { formatPrometheus, prometheusContentType } from "@varde/bank";
import type { BankReport, BankSlot } from "./bank-slot.ts";

interface AdminResponse {
  readonly status: number;
  readonly body: object | string;
}

/** The banks of a process, for its operators. */
export interface AdminView {
  report(): readonly BankReport[];
  findSlot(bank: string): BankSlot | undefined;
  isStopping(): boolean;
}

/**
 * Serves the health of the process and of all its banks to operators, and the metrics of each bank.
 * The process is ready while it serves at least one bank, so that the failure of one bank does not
 * stop the others.
 */
export const createAdminListener = (view: AdminView): RequestListener => {
  const routes: Readonly<Record<string, (url: URL) => AdminResponse | Promise<AdminResponse>>> = {
    "/health/live": () => ({ status: 200, body: { status: "live" } }),
    "/health/ready": () => readReadiness(view),
    "/health/banks": () => ({ status: 200, body: { banks: view.report() } }),
    "/metrics": ({ searchParams }) => readMetrics(view.findSlot(searchParams.get("bank") ?? "")),
  };
  const unknown = { status: `paths: ${Object.keys(routes).join(", ")}` };
  return async ({ method, url = "" }, response) => {
    const target = URL.parse(url, "http://admin");
    const isRead = method === "GET" || method === "HEAD";
    const read = isRead && target !== null ? routes[target.pathname] : undefined;
    const { status, body } =
      read === undefined || target === null ? { status: 404, body: unknown } : await read(target);
    const isText = typeof body === "string";
    response.writeHead(status, {
      "content-type": isText ? prometheusContentType : "application/json",
      "cache-control": "no-store",
    });
    response.end(isText ? body : JSON.stringify(body));
  };
};

const readReadiness = (view: AdminView): AdminResponse => {
  if (view.isStopping()) return { status: 503, body: { status: "the process is stopping" } };
  const isServing = view.report().some(({ state }) => state === "ready" || state === "suspended");
  return isServing
    ? { status: 200, body: { status: "ready" } }
    : { status: 503, body: { status: "no bank is open" } };
};

const readMetrics = async (slot: BankSlot | undefined): Promise<AdminResponse> => {
  const readings = await slot?.bank?.bank.metrics.read();
  return readings === undefined
    ? { status: 404, body: { status: "name a bank that is open, like /metrics?bank=fjordbanken" } }
    : { status: 200, body: formatPrometheus(readings) };
};
