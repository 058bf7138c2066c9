import { resolve } from "node:path";
import type { ServerSettings } from "./load-server-settings.ts";

/** Something that only one bank of a folder may have. */
export interface Claim {
  readonly kind: "host" | "id" | "database";
  readonly value: string;
  /** The setting that makes the claim. */
  readonly setting: string;
}

/** A bank with its claims. */
interface Claimant {
  readonly name: string;
  readonly claims: readonly Claim[];
  placeOf(setting: string): string;
}

type ClaimingSettings = Pick<
  ServerSettings,
  "bankId" | "publicUrl" | "databaseUrl" | "dataFolder"
> & { readonly moreHosts: readonly string[] };

/** Returns what the settings of a bank claim for it. */
export const listClaims = (settings: ClaimingSettings): readonly Claim[] => {
  const { bankId, publicUrl, moreHosts, databaseUrl, dataFolder } = settings;
  const host = normaliseHost(URL.parse(publicUrl)?.host ?? "");
  const hosts: readonly Claim[] = [
    ...(host === undefined ? [] : [{ kind: "host", value: host, setting: "publicUrl" } as const]),
    ...moreHosts
      .map((each) => normaliseHost(each))
      .filter((each) => each !== undefined && each !== host)
      .map((value) => ({ kind: "host", value: value ?? "", setting: "moreHosts" }) as const),
  ];
  const database: Claim =
    databaseUrl === undefined
      ? { kind: "database", value: resolve(dataFolder ?? ""), setting: "dataFolder" }
      : { kind: "database", value: identifyDatabase(databaseUrl), setting: "databaseUrl" };
  return [...hosts, { kind: "id", value: bankId, setting: "bankId" }, database];
};

/** Returns the claims that other banks make too, as sentences, by the name of the bank. */
export const findClaimFaults = (
  members: readonly Claimant[],
): ReadonlyMap<string, readonly string[]> => {
  const claimants = new Map<string, Claimant[]>();
  for (const member of members) {
    for (const key of new Set(member.claims.map(claimKey))) {
      claimants.set(key, [...(claimants.get(key) ?? []), member]);
    }
  }
  return new Map(
    members.map((member) => [
      member.name,
      member.claims.flatMap((claim) => {
        const others = claimants.get(claimKey(claim))?.filter((each) => each !== member) ?? [];
        return others.length === 0 ? [] : [describeClaim(claim, member, others)];
      }),
    ]),
  );
};

const claimKey = ({ kind, value }: Claim): string => `${kind} ${value}`;

const describeClaim = (
  { kind, value, setting }: Claim,
  { placeOf }: Claimant,
  others: readonly Claimant[],
): string => {
  // The address of a database may contain a password.
  const what = kind === "database" ? "names a database" : `has the ${kind} ${value}`;
  const files = others.map(({ name }) => `${name}.yaml`).join(" and ");
  return `${placeOf(setting)}${setting} ${what} that ${files} has too; every bank needs its own.`;
};

/**
 * Returns a host as it is compared: in lower case, without a port and without the dot at its end.
 * Returns undefined if it is not a host.
 */
export const normaliseHost = (text: string): string | undefined => {
  if (text.length > hostCharactersMax) return undefined;
  const found = /^(\[[0-9a-fA-F:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::[0-9]{1,5})?$/.exec(text)?.[1];
  return found?.toLowerCase();
};

const hostCharactersMax = 270;

/** Returns what a database is known by: hosts, name, role and options, but not the password. */
const identifyDatabase = (address: string): string => {
  // An address may name several hosts, which URL does not parse.
  const [, ...afterScheme] = address.split("//");
  const [authority = "", ...path] = afterScheme.join("//").split("/");
  const at = authority.lastIndexOf("@");
  const [role] = authority.slice(0, Math.max(at, 0)).split(":", 1);
  const hosts = authority.slice(at + 1).split(",");
  const servers = hosts.map((host) => (host.includes(":") ? host : `${host}:5432`));
  return `${role}@${servers.join(",").toLowerCase()}/${path.join("/")}`;
};
