import { readFileSync } from "node:fs";
import type { BankPorts } from "@varde/bank";
import {
  type AuthoritySource,
  createEidasTrust,
  joinAuthorities,
  openFileAuthorities,
  openListAuthorities,
} from "@varde/eidas";
import type { PortContext } from "./port-context.ts";

/** Opens the trust in TPPs' certificates: trusted lists, authorities of the bank, revocation. */
export const openCertificateTrust = async ({
  settings,
  onFault,
  stack,
}: PortContext): Promise<Partial<BankPorts>> => {
  const {
    "certificates.authorities": anchors,
    "certificates.intermediates": intermediates,
    "certificates.trustedLists": lists,
    "certificates.statusSources": statusSources,
    "certificates.whenUnavailable": whenUnavailable,
  } = settings;
  if (anchors === undefined && lists.length === 0) {
    if (intermediates === undefined && statusSources.length === 0) return {};
    throw new Error("name the authorities to trust, in authorities or trustedLists");
  }
  const sources: AuthoritySource[] = [];
  const add = (source: AuthoritySource) => sources.push(stack.use(source));
  for (const { file, signers } of lists) {
    const pems = signers.map((signer) => readFileSync(signer, "utf8"));
    add(await openListAuthorities(file, { signers: pems, onFault }));
  }
  if (anchors !== undefined) {
    const files = { anchors, ...(intermediates !== undefined && { intermediates }), statusSources };
    add(await openFileAuthorities(files, { onFault }));
    const known = sources.at(-1)?.read("seal", Date.now());
    checkIssuers(statusSources, [...(known?.anchors ?? []), ...(known?.intermediates ?? [])]);
  }
  const authorities = joinAuthorities(...sources);
  const revocation = { whenUnavailable, onFault };
  return { certificateTrust: createEidasTrust({ authorities, revocation }) };
};

/** A misspelt issuer would leave its certificates without a revocation check. */
const checkIssuers = (
  sources: readonly { readonly issuer: string }[],
  authorities: readonly { readonly commonName?: string }[],
): void => {
  const names = authorities.map(({ commonName }) => commonName ?? "");
  const unknown = sources.find(({ issuer }) => !names.includes(issuer));
  if (unknown === undefined) return;
  throw new Error(
    `statusSources has the issuer "${unknown.issuer}", but the authorities of the files are ` +
      `${names.map((name) => `"${name}"`).join(", ")}`,
  );
};
