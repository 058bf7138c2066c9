import type { RequestListener } from "node:http";
import {
  formatPrometheus,
  type MetricReading,
  prometheusContentType,
  shareCalls,
} from "@varde/bank";
import type { BankReport } from "./bank-slot.ts";

interface AdminResponse {
  readonly status: number;
  /** A text is metrics; everything else is JSON. */
  readonly body: object | string;
}

/** The facts about a process with several banks that its operators can read. */
export interface AdminSources {
  listBanks(): readonly BankReport[];
  /** Returns why a bank that is open cannot serve now. */
  findOutages(bank: string): Promise<readonly string[]>;
  isStopping(): boolean;
  /** Reads the metrics of all banks, or all of one; undefined if it does not exist. */
  readMetrics(bank: string | null): Promise<readonly MetricReading[] | undefined>;
}

/**
 * Serves the health and the metrics of the process and of all its banks to operators. The process
 * is ready while it serves at least one bank, so that the failure of one bank does not stop the
 * others.
 */
export const createAdminListener = ({
  listBanks,
  findOutages,
  isStopping,
  readMetrics,
}: AdminSources): RequestListener => {
  const readAll = shareCalls(async () => formatPrometheus((await readMetrics(null)) ?? []));
  const readText = async (bank: string | null): Promise<string | undefined> => {
    if (bank === null) return readAll();
    const readings = await readMetrics(bank);
    return readings && formatPrometheus(readings);
  };
  const routes: Readonly<
    Record<string, (query: URLSearchParams) => AdminResponse | Promise<AdminResponse>>
  > = {
    "/health/live": () => ({ status: 200, body: { status: "live" } }),
    "/health/ready": () => {
      if (isStopping()) return { status: 503, body: { status: "the process is stopping" } };
      const isServing = listBanks().some(({ state }) => state === "ready" || state === "suspended");
      return isServing
        ? { status: 200, body: { status: "ready" } }
        : { status: 503, body: { status: "no bank is open" } };
    },
    "/health/banks": async () => {
      const banks = listBanks().map(async ({ faults, ...report }) => ({
        ...report,
        faults: [...faults, ...(await findOutages(report.bank))],
      }));
      return { status: 200, body: { banks: await Promise.all(banks) } };
    },
    "/metrics": async (query) => {
      const bank = query.get("bank");
      const body = await readText(bank);
      return body === undefined
        ? { status: 404, body: { status: `there is no bank ${bank}` } }
        : { status: 200, body };
    },
  };
  const respond = async (method: string, url: string): Promise<AdminResponse> => {
    const { pathname = "", searchParams = new URLSearchParams() } =
      URL.parse(url, "http://admin") ?? {};
    const read = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined;
    const isRead = method === "GET" || method === "HEAD";
    if (read !== undefined && isRead) return await read(searchParams);
    return { status: 404, body: { status: `paths: ${Object.keys(routes).join(", ")}` } };
  };
  return async ({ method = "", url = "" }, response) => {
    const { status, body } = await respond(method, url).catch((error: unknown) => ({
      status: 500,
      body: { status: error instanceof Error ? error.message : String(error) },
    }));
    const isText = typeof body === "string";
    const type = isText ? prometheusContentType : "application/json";
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(isText ? body : JSON.stringify(body));
  };
};
