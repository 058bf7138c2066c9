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
  }
  const authorities = joinAuthorities(...sources);
  const revocation = { whenUnavailable, onFault };
  return { certificateTrust: createEidasTrust({ authorities, revocation }) };
};
