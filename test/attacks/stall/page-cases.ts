import assert from "node:assert/strict";
import { controlOperations } from "@varde/protocol";
import { PageBrowser } from "@varde/testkit/psu";
import type { Attacker } from "./attacker.ts";
import type { Route } from "./bank-process.ts";
import { spoil } from "./hostile-texts.ts";
import { otherHeaders, targetText } from "./interface-cases.ts";
import type { StallMeter } from "./measure-stalls.ts";
import type { Attempt, Place } from "./stall-case.ts";

const headerLengths = [128, 1024, 8192, 27_000];
const formLengths = [128, 8192, 60_000];
const cookies = ["varde-sca=", "varde-callback-AAAAAAAAAAAA=", "varde-visit=", ";varde-callback-"];
const formFields = ["step", "customerNumber", "context", "account", "decision", "outcome", "code"];

const formType = "application/x-www-form-urlencoded";

/** The query parameters that pages read. */
const pageQueries = ["lang", "state", "code", "error", "iss", "error_description"];

const queryNames = (path: string): readonly string[] => {
  const control = Object.values(controlOperations).find(
    ({ path: own }) => `/control/v1${own.replace(/\{(\w+)\}/g, ":$1")}` === path,
  );
  if (control === undefined) return pageQueries;
  return ["world", ...Object.keys("query" in control ? control.query : {})];
};

/** CPU time from which an ordinary request of a route is expensive, whatever texts it has. */
const ordinaryMsMax = 20;

/** Lists the routes that are cheap without a hostile text. Others make keys or export a world. */
export const listCheapRoutes = async (
  attacker: Attacker,
  meter: StallMeter,
): Promise<readonly Route[]> => {
  const cheap: Route[] = [];
  for (const route of attacker.bank.routes) {
    const { method, path } = route;
    const format = () => attacker.format({ method, path: fillRoute(path), headers: {}, body: "" });
    const { cpuMs } = await meter.measureBest({ title: path, format }, ordinaryMsMax);
    if (cpuMs <= ordinaryMsMax) cheap.push(route);
  }
  return cheap;
};

const fillRoute = (path: string): string => path.replace(/:\w+|\*$/g, "x");

/** Lists every place of a route that takes a text. */
export const pagePlaces = (attacker: Attacker, { method, path }: Route): readonly Place[] => {
  const filled = fillRoute(path);
  const send = (target: string, headers: Record<string, string> = {}, body?: string) =>
    attacker.format({ method, path: target, headers, body });
  const parameters = [...path.matchAll(/:\w+|\*$/g)].map(([name]) => name);
  const bodyType = path.startsWith("/control/") ? "application/json" : formType;
  return [
    ...parameters.map((name) => ({
      name: `${name} of the path`,
      lengths: headerLengths,
      format: (attempt: Attempt) =>
        send(path.replace(name, targetText(attempt)).replace(/:[a-z]\w+/gi, "x")),
    })),
    ...queryNames(path).map((name) => ({
      name: `${name} of the query`,
      lengths: headerLengths,
      format: (attempt: Attempt) => send(`${filled}?${name}=${targetText(attempt)}`),
    })),
    ...otherHeaders.map((name) => ({
      name,
      lengths: headerLengths,
      format: (attempt: Attempt) => send(filled, { [name]: spoil("", attempt) }),
    })),
    ...cookies.map((start) => ({
      name: `cookie ${start}`,
      lengths: headerLengths,
      format: (attempt: Attempt) => send(filled, { Cookie: start + spoil("", attempt) }),
    })),
    ...(method === "GET"
      ? []
      : [
          {
            name: "the body",
            lengths: formLengths,
            format: (attempt: Attempt) =>
              send(filled, { "Content-Type": bodyType }, spoil("", attempt)),
          },
        ]),
  ];
};

/** Lists the fields of a PSU's form, in a browser that has opened an SCA. */
export const formPlaces = async (attacker: Attacker): Promise<readonly Place[]> => {
  const { tpp, bank, headers } = attacker;
  const { "PSU-ID": _, ...unknownPsu } = headers;
  const asked = await tpp.send({
    path: "/v1/user",
    headers: { ...unknownPsu, "TPP-Session-ID": "another" },
  });
  const link = new URL(asked.json._links.scaRedirect.href).pathname;
  const browser = new PageBrowser(bank.addresses.http);
  await browser.open(link);
  const csrf = /name="csrf" value="([^"]*)"/.exec(browser.page)?.[1];
  assert(csrf !== undefined, browser.page);
  const cookie = `varde-sca=${browser.cookie("varde-sca")}`;
  return formFields.map((field) => ({
    name: field,
    lengths: formLengths,
    format: (attempt) =>
      attacker.format({
        method: "POST",
        path: field === "outcome" || field === "code" ? `${link}/outcome` : link,
        headers: { Cookie: cookie, "Content-Type": formType },
        body: String(new URLSearchParams({ csrf, step: "identify", [field]: spoil("", attempt) })),
      }),
  }));
};
