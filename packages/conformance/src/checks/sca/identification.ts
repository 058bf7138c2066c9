import { randomUUID } from "node:crypto";
import {
  describeResponse,
  isAccepted,
  isRefused,
  linkOf,
  statusOf,
  valueAt,
} from "../../wire/exchange.ts";
import { type Check, NotProven, type RequestKind, type Scene } from "../check.ts";
import {
  creationHeaders,
  domesticBody,
  domesticPath,
  freshRemittance,
  pathFromLink,
  psuHeaders,
  readFor,
  requestKinds,
} from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";
import { askForSca, isUuid } from "./ask-for-sca.ts";

const flow = flowsIn("SCA");

const keepsId = async (scene: Scene): Promise<void> => {
  const { id } = scene.psu;
  const again = await scene.identify();
  scene.must(again.id === id, "the same PSU got another PSU-ID");
};

const separatesTpps = async (scene: Scene): Promise<void> => {
  const ours = scene.psu.id;
  const { link, session } = await askForSca(scene, { change: { signer: "second" } });
  const back = await scene.completeSca(link);
  const theirs = back.searchParams.get("psu-id");
  scene.precondition(theirs !== null, "the SCA of the other TPP ended without a psu-id");
  scene.must(theirs !== ours, "two TPPs got the same PSU-ID");
  const headers = psuHeaders(scene, { id: theirs ?? "", session });
  const read = { method: "GET", path: "/v1/user", headers } as const;
  const own = await scene.send(read, { signer: "second" });
  scene.precondition(isAccepted(own), `the other TPP: ${describeResponse(own)}`);
  const foreign = { ...read, headers: { ...headers, "PSU-ID": ours } };
  const refused = await scene.send(foreign, { signer: "second" });
  scene.must(isRefused(refused), `with our PSU-ID: ${describeResponse(refused)}, not refused`);
};

const returnsCompany = async (scene: Scene): Promise<void> => {
  const { link } = await askForSca(scene);
  const { searchParams: found } = await scene.completeSca(link, { context: "CORPORATE" });
  const code = found.get("code");
  scene.precondition(code === null, `the SCA failed with ${code}`);
  scene.must(isUuid(found.get("psu-id")), "psu-id is not a UUID");
  scene.must(isUuid(found.get("psu-corporate-id")), "psu-corporate-id is not a UUID");
  scene.must(found.get("context") === "CORPORATE", `context is ${found.get("context")}`);
};

const requiresCompany = async (scene: Scene): Promise<void> => {
  const psu = await scene.companyPsu();
  const debtor = scene.bank.company?.debtor;
  const reads = ["/v1/accounts", "/v1/user"].map((path) => ({ method: "GET", path }) as const);
  // Only a payment from the company's account shows that payments need the header too.
  const writes = debtor === undefined ? [] : [{ method: "POST", path: domesticPath } as const];
  for (const { method, path } of [...reads, ...writes]) {
    const headers = method === "GET" ? psuHeaders(scene, psu) : creationHeaders(scene, psu);
    const body = { ...domesticBody(scene), debtorAccount: { bban: debtor, currency: "NOK" } };
    const request = { method, path, headers, ...(method === "POST" && { body }) };
    const both = await scene.send(request);
    const seen = describeResponse(both);
    scene.precondition(isAccepted(both), `${path} with PSU-Corporate-ID: ${seen}`);
    const without = await scene.send(request, {
      headers: { "PSU-Corporate-ID": undefined },
      ...(method === "POST" && {
        body: { "/remittanceInformationUnstructured": freshRemittance() },
      }),
    });
    const refusal = describeResponse(without);
    scene.must(statusOf(without) === 400, `${path} without it: ${refusal}, not 400`);
    // At the end of the run, the session of the company may have expired.
    const made = pathFromLink(linkOf(both, "self"));
    if (method === "POST" && made !== undefined) {
      await scene.send({ method: "DELETE", path: made, headers: psuHeaders(scene, psu) });
    }
  }
};

const listsAgreements = async (scene: Scene): Promise<void> => {
  const psu = await scene.companyPsu();
  const listed = await readFor(scene, "/v1/agreements", { ...psu, corporateId: undefined });
  scene.must(isAccepted(listed), describeResponse(listed));
  const agreements = valueAt(listed, "agreements");
  const ids = Array.isArray(agreements) ? agreements.map((each) => each?.psuCorporateId) : [];
  scene.must(ids.includes(psu.corporateId), "the company of the SCA is not listed");
  if (!ids.includes(psu.corporateId)) return;
  for (const corporateId of ids.slice(0, companiesMax)) {
    const read = await readFor(scene, "/v1/user", { ...psu, corporateId });
    scene.must(isAccepted(read), `a listed company: ${describeResponse(read)}`);
  }
};

const refusesUnknownCompany = async (scene: Scene): Promise<void> => {
  const psu = await scene.companyPsu();
  const own = await readFor(scene, "/v1/user", psu);
  scene.precondition(isAccepted(own), `the company of the SCA: ${describeResponse(own)}`);
  const other = await readFor(scene, "/v1/user", { ...psu, corporateId: randomUUID() });
  scene.must(isRefused(other), `an unknown company: ${describeResponse(other)}, not refused`);
};

/** A PSU may act for many companies; a few show it. */
const companiesMax = 3;

const worksOnce = async (scene: Scene): Promise<void> => {
  const { link } = await askForSca(scene);
  const open = () =>
    fetch(link, { redirect: "manual", signal: AbortSignal.timeout(linkTimeoutMs) });
  const before = await open();
  scene.precondition(before.status < 400, `the link cannot be opened: ${before.status}`);
  const back = await scene.completeSca(link);
  scene.precondition(back.searchParams.has("psu-id"), "the SCA ended without a psu-id");
  const after = await open();
  const isOpen = after.status >= 200 && after.status < 300;
  const isApproved = /[?&]psu-id=/.test(after.headers.get("location") ?? "");
  scene.must(!isOpen && !isApproved, `the used link can be opened again: ${after.status}`);
  scene.note(`${after.status}`);
};

const linkTimeoutMs = 30_000;

const { payment, crossBorder, basket, deletion } = requestKinds;
const { user, accounts, balances, transactions } = requestKinds;
/** Operations that act for a PSU; the last ones need not know the PSU to ask for an SCA. */
const paying: readonly RequestKind[] = [payment, crossBorder, basket, deletion];
const reading: readonly RequestKind[] = [user, accounts, balances, transactions];

const linksEverywhere = async (scene: Scene): Promise<void> => {
  const proven: string[] = [];
  for (const kind of [...paying, ...reading]) {
    if (!(await isReachable(scene, kind))) continue;
    proven.push(kind.name);
    const session = randomUUID();
    const changes = [
      { "TPP-Session-ID": session },
      ...(reading.includes(kind) ? [{ "TPP-Session-ID": session, "PSU-ID": undefined }] : []),
    ];
    for (const headers of changes) {
      const asked = await scene.sendKind(kind, { headers });
      const seen = `${kind.name}: ${describeResponse(asked)}`;
      scene.must(statusOf(asked) === 401, `${seen}, not 401`);
      scene.must(linkOf(asked, "scaRedirect") !== undefined, `${seen}, without scaRedirect`);
    }
  }
  scene.precondition(proven.length > 0, "no operation accepts a correct request");
  scene.note(`${proven.length} operations`);
};

const isReachable = async (scene: Scene, kind: RequestKind): Promise<boolean> => {
  try {
    return isAccepted(await scene.sendKind(kind));
  } catch (error) {
    if (error instanceof NotProven) return false;
    throw error;
  }
};

const terms = { phase: "sessions", gate: "gate-sca" } as const;
const approval = { ...terms, needs: ["approval"], approvals: 1 } as const;
const company = { ...terms, needs: ["approval", "company"], approvals: 1 } as const;

/** Checks of who the PSU is, for whom they act, and when an SCA is needed. */
// biome-ignore format: rows of a table
export const identification: readonly Check[] = [
  flow("sca-same-id", "SCA-07", "returns the same PSU-ID each time", keepsId, approval),
  flow("sca-other-tpp", "SCA-06", "returns another PSU-ID to another TPP, and refuses the first one there",
    separatesTpps, { ...approval, needs: ["approval", "second"] }),
  flow("sca-company", "RED-02 SCA-20", "returns psu-corporate-id after the SCA of a company",
    returnsCompany, company),
  flow("sca-company-header", "SCA-22", "refuses a company's request without PSU-Corporate-ID with 400",
    requiresCompany, company),
  flow("sca-agreements", "SCA-21 END-18", "lists the companies of a PSU, who can act for each",
    listsAgreements, { ...terms, needs: ["approval", "company"] }),
  flow("sca-company-unknown", "HDR-19", "refuses an unknown PSU-Corporate-ID", refusesUnknownCompany,
    { ...terms, needs: ["approval", "company"] }),
  flow("sca-link-once", "SCA-28", "accepts an SCA link once", worksOnce, approval),
  flow("sca-link-on-every-operation", "SCA-01 SCA-03 ERR-05",
    "returns 401 with scaRedirect on each operation that needs an SCA", linksEverywhere),
];
