import { headerNames, headerTitle } from "@varde/protocol";
import { formatRequest, type SignedRawRequest } from "@varde/testkit/tpp";
import type { Attacker } from "../stall/attacker.ts";
import { otherHeaders } from "../stall/interface-cases.ts";
import { fillPath, type Target, targets } from "../stall/interface-targets.ts";
import { type Caller, callers, type HostileRequest } from "./callers.ts";
import { type Grammar, jsonGrammars, listGrammars } from "./grammars.ts";
import type { Family } from "./growth-meter.ts";

/** A part of a request that takes a text, and the grammars of such texts. */
export interface Place {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly grammars: readonly Grammar[];
  readonly write: (text: string) => HostileRequest;
  readonly isChunked?: boolean;
}

const doublings = (from: number, to: number): readonly number[] => {
  const sizes: number[] = [];
  for (let size = from; size < to; size *= 2) sizes.push(size);
  return [...sizes, to];
};

/** The head of a request has 32 kB, and the other headers take some of them. */
const headSizes = doublings(4096, 27_000);
const bodySizes = doublings(4096, 1024 * 1024 - 64);
/** Bodies in which every byte is a chunk are six times as long. */
const chunkedSizes = doublings(4096, 512 * 1024);

const formType = { "Content-Type": "application/x-www-form-urlencoded" };

/** Without the letters that HTTP does not allow in values; one byte for each letter. */
const headerText = (text: string): string => Buffer.from(text).toString("latin1").trim();

/** Without what would end the target. */
const targetText = (text: string): string => text.replace(/[^\x21-\x7e]/g, "+");

const headerPlaces = ({ id, method, path, example }: Target): readonly Place[] =>
  [...headerNames.map(headerTitle), ...otherHeaders].map((name) => ({
    name: `${name} of ${id}`,
    sizes: headSizes,
    grammars: listGrammars,
    write: (text) => ({
      method,
      path: fillPath(path),
      headers: { [name]: headerText(text) },
      ...(example !== undefined && { body: JSON.stringify(example) }),
    }),
  }));

const queryPlaces = ({ id, method, path, query, example }: Target): readonly Place[] =>
  [...Object.keys(query).map((name) => `${name}=`), ""].map((start) => ({
    name: `query ${start} of ${id}`,
    sizes: headSizes,
    grammars: listGrammars,
    write: (text) => ({
      method,
      path: `${fillPath(path)}?${start}${targetText(text)}`,
      ...(example !== undefined && { body: JSON.stringify(example) }),
    }),
  }));

const bodyPlaces = ({ id, method, path, example }: Target): readonly Place[] => {
  if (example === undefined) return [];
  const headers = { "Content-Type": "application/json" };
  const write = (body: string) => ({ method, path: fillPath(path), headers, body });
  const place = { sizes: bodySizes, grammars: jsonGrammars, write };
  return [
    { ...place, name: `body of ${id}` },
    { ...place, name: `body in chunks of ${id}`, sizes: chunkedSizes, isChunked: true },
  ];
};

/** Lists the forms of all pages, at addresses that nobody knows. */
const formPlaces = ({ bank: { routes } }: Attacker): readonly Place[] =>
  routes
    .filter(({ method, path }) => method === "POST" && !path.startsWith("/control/"))
    .flatMap(({ method, path }) => {
      const filled = path.replace(/:\w+|\*$/g, "x");
      const write = (body: string) => ({ method, path: filled, headers: formType, body });
      const place = { sizes: bodySizes, grammars: [...listGrammars, ...jsonGrammars], write };
      return [
        { ...place, name: `form ${path}` },
        { ...place, name: `form in chunks ${path}`, sizes: chunkedSizes, isChunked: true },
      ];
    });

/** Names of the groups of places; of each, as many families as are asked for are taken. */
const groupNames = ["bodies", "forms", "chunks", "queries", "headers"] as const;
type GroupName = (typeof groupNames)[number];

/** Lists the places of everything that the registry of operations and the routes have. */
const listGroups = (attacker: Attacker): Readonly<Record<GroupName, readonly Place[]>> => {
  const read = [...targets.flatMap(bodyPlaces), ...formPlaces(attacker)];
  return {
    bodies: targets.flatMap(bodyPlaces).filter(({ isChunked }) => !isChunked),
    forms: formPlaces(attacker).filter(({ isChunked }) => !isChunked),
    chunks: read.filter(({ isChunked }) => isChunked),
    queries: targets.flatMap(queryPlaces),
    headers: targets.flatMap(headerPlaces),
  };
};

export interface Selection {
  /** How many families are taken of each group. */
  readonly counts: Readonly<Record<GroupName, number>>;
  /** How many doublings are made at a time. */
  readonly doublings: number;
  /** Above it, nothing is sent. */
  readonly bytesMax?: number;
  readonly seed: number;
}

/** Lists families of every group: of every place, as far as there are as many as places. */
export function* listFamilies(
  attacker: Attacker,
  { counts, doublings, bytesMax = Number.POSITIVE_INFINITY, seed }: Selection,
): Generator<Family> {
  const groups = listGroups(attacker);
  for (const name of groupNames) {
    const places = groups[name];
    // Primes, so that places, grammars and callers come together in every way.
    for (let at = 0; at < counts[name]; at += 1) {
      const place = pick(places, 13 * (at + seed));
      const grammar = pick(place.grammars, 37 * at + 17 * seed);
      const family = familyOf(attacker, place, grammar, pick(callers, 5 * at + 3 * seed));
      const sizes = family.sizes.filter((bytes) => bytes <= bytesMax);
      yield { ...family, sizes: everyNth(sizes, doublings) };
    }
  }
}

/** Takes every n-th, the last one included. */
export const everyNth = <T>(all: readonly T[], n: number): readonly T[] =>
  all.filter((_, at) => (all.length - 1 - at) % n === 0);

const pick = <T>(from: readonly T[], number: number): T => from[number % from.length] as T;

const familyOf = (attacker: Attacker, place: Place, grammar: Grammar, caller: Caller): Family => ({
  title: `${place.name}: ${grammar.name}, from ${caller.name}`,
  sizes: place.sizes,
  to: caller.to,
  cpuMsMax: place.isChunked ? () => 100 : caller.cpuMsMax,
  format: async (bytes) => {
    const signed = await caller.sign(attacker, place.write(grammar.write(bytes)));
    return formatFor(attacker, caller.to, signed, place.isChunked);
  },
});

let addresses = 0;

/** Formats a request. Each one has its own address, because guesses of links are limited. */
export const formatFor = (
  { bank }: Attacker,
  to: Family["to"],
  { method, path, headers, body = "" }: SignedRawRequest,
  isChunked = false,
): Buffer => {
  addresses += 1;
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const { host } = new URL(to === "sandbox" ? bank.addresses.http : bank.production);
  const sent = { Host: host, "X-Forwarded-For": from, ...headers };
  if (!isChunked) return formatRequest(method, path, sent, body);
  const whole = formatRequest(method, path, { ...sent, "Transfer-Encoding": "chunked" }, "");
  const head = whole.toString("latin1").replace(/Content-Length: 0\r\n/i, "");
  const bytes = Buffer.from(body).toString("latin1");
  return Buffer.from(`${head}${bytes.replace(/./gs, "1\r\n$&\r\n")}0\r\n\r\n`, "latin1");
};
