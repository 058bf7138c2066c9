import { readFileSync } from "node:fs";
import type { BankPorts } from "@varde/bank";
import {
  type AuthoritySource,
  createEidasTrust,
  joinAuthorities,
  openFileAuthorities,
  openListAuthorities,
} from "@varde/eidas";
import { ClosingStack } from "../closing-stack.ts";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { PortContext } from "./port-context.ts";
import type { OpenedTrust, SharedPorts } from "./shared-parts.ts";

interface TrustSettings {
  readonly anchors: string | undefined;
  readonly intermediates: string | undefined;
  /** With the certificates of the signers themselves, which are read once. */
  readonly lists: readonly { readonly file: string; readonly signers: readonly string[] }[];
  readonly statusSources: ServerSettings["certificates.statusSources"];
  readonly whenUnavailable: ServerSettings["certificates.whenUnavailable"];
}

/** Opens the trust in TPPs' certificates: trusted lists, authorities of the bank, revocation. */
export const openCertificateTrust = async ({
  settings,
  shared,
  stack,
}: PortContext): Promise<Partial<BankPorts>> => {
  const { "certificates.trustedLists": lists } = settings;
  const trusted: TrustSettings = {
    anchors: settings["certificates.authorities"],
    intermediates: settings["certificates.intermediates"],
    lists: lists.map(({ file, signers }) => ({
      file,
      signers: signers.map((signer) => readFileSync(signer, "utf8")),
    })),
    statusSources: settings["certificates.statusSources"],
    whenUnavailable: settings["certificates.whenUnavailable"],
  };
  const { anchors, intermediates, statusSources } = trusted;
  if (anchors === undefined && lists.length === 0) {
    if (intermediates === undefined && statusSources.length === 0) return {};
    throw new Error("name the authorities to trust, in authorities or trustedLists");
  }
  const { part } = stack.use(await shared.trusts.use(trusted, () => openTrust(trusted, shared)));
  return { certificateTrust: part.certificateTrust };
};

const openTrust = async (
  { anchors, intermediates, lists, statusSources, whenUnavailable }: TrustSettings,
  { lists: sharedLists, onFault }: SharedPorts,
): Promise<OpenedTrust> => {
  await using stack = new ClosingStack();
  const sources: AuthoritySource[] = [];
  for (const { file, signers } of lists) {
    const open = () => openListAuthorities(file, { signers, onFault });
    sources.push(stack.use(await sharedLists.use({ file, signers }, open)).part);
  }
  if (anchors !== undefined) {
    const files = { anchors, ...(intermediates !== undefined && { intermediates }), statusSources };
    sources.push(stack.use(await openFileAuthorities(files, { onFault })));
    const known = sources.at(-1)?.read("seal", Date.now());
    checkIssuers(statusSources, [...(known?.anchors ?? []), ...(known?.intermediates ?? [])]);
  }
  const authorities = joinAuthorities(...sources);
  const revocation = { whenUnavailable, onFault };
  const certificateTrust = createEidasTrust({ authorities, revocation });
  const opened = stack.move();
  return { certificateTrust, [Symbol.dispose]: () => void opened[Symbol.asyncDispose]() };
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
