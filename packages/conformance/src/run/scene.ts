import { randomUUID } from "node:crypto";
import { NotProven, type Psu, type Scene } from "../checks/check.ts";
import { psuHeaders } from "../checks/request-kinds.ts";
import { ScaNotCompleted, type ScaWish } from "../sca/sca-driver.ts";
import { describeResponse, linkOf, textAt } from "../wire/exchange.ts";
import { interruption, type Run } from "./run.ts";

/** A statement of a check that did not hold. */
interface Finding {
  readonly level: "must" | "should";
  readonly text: string;
}

/** The scene of one check, with what it found. */
export interface RunningScene extends Scene {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Numbers of the exchanges that the check sent. */
  readonly sent: readonly number[];
}

/** Makes the scene of a check. */
export const createScene = (run: Run, check: string): RunningScene => {
  const findings: Finding[] = [];
  const notes: string[] = [];
  const sent: number[] = [];
  const scene: RunningScene = {
    bank: run.bank,
    options: run.options,
    clock: run.clock,
    findings,
    notes,
    sent,
    get requiresTarget() {
      return run.requiresTarget;
    },
    get psu() {
      if (run.psu === undefined) throw new NotProven("no PSU has identified");
      const session = run.sessions.get(run.psu.id);
      return session === undefined ? run.psu : { ...run.psu, session };
    },
    send: async (request, change) => {
      refuseInterrupted(run);
      const exchange = await run.send(check, request, change);
      sent.push(exchange.number);
      return exchange;
    },
    sendKind: async (kind, change) => scene.send(await kind.prepare(scene), change),
    completeSca: async (scaRedirect, wish) => completeSca(run, scaRedirect, wish),
    identify: (wish) => identify(run, scene, wish),
    companyPsu: async () => {
      run.companyPsu ??= scene.identify({ context: "CORPORATE" });
      const psu = await run.companyPsu;
      return { ...psu, session: run.sessions.get(psu.id) ?? psu.session };
    },
    startApproval: (path) => startApproval(scene, path),
    approve: async (path, members = [], scaRedirect = undefined) => {
      const back = await scene.completeSca(scaRedirect ?? (await scene.startApproval(path)));
      for (const each of [path, ...members]) run.made.approve(each);
      return back;
    },
    accountId: () => {
      run.accountId ??= findAccount(scene);
      return run.accountId;
    },
    must: (isTrue, text) => {
      if (!isTrue) findings.push({ level: "must", text });
    },
    should: (isTrue, text) => {
      if (!isTrue) findings.push({ level: "should", text });
    },
    precondition: (isTrue, text) => {
      if (!isTrue) throw new NotProven(text);
    },
    note: (text) => notes.push(text),
  };
  return scene;
};

/** Ends the check of an interrupted run before it sends or asks anything more. */
const refuseInterrupted = ({ options }: Run): void => {
  if (options.signal?.aborted === true) throw new NotProven(interruption);
};

const completeSca = async (
  run: Run,
  scaRedirect: string,
  wish: Partial<ScaWish> = {},
): Promise<URL> => {
  refuseInterrupted(run);
  if (run.bank.sca === undefined) throw new NotProven("nobody can complete the SCA");
  // A program may open the link: a file or another application must not be behind it.
  if (
    !/^https?:$/.test(URL.parse(scaRedirect)?.protocol ?? "") ||
    /[\p{Cc}\s]/u.test(scaRedirect)
  ) {
    throw new NotProven("the SCA link is not an http or https address");
  }
  const whole: ScaWish = { decision: "approve", context: "PRIVATE", ...wish };
  try {
    const back = await run.bank.sca.complete(scaRedirect, whole, run.options.signal);
    const [id, session] = ["psu-id", "tpp-session-id"].map((name) => back.searchParams.get(name));
    if (id && session) run.sessions.set(id, session);
    return back;
  } catch (error) {
    if (error instanceof ScaNotCompleted) throw new NotProven(error.message, { cause: error });
    throw error;
  }
};

/**
 * Identifies the PSU in a new session. Reading accounts asks for an SCA that also grants consent,
 * so one approval serves payments and accounts; a TPP that may only pay is asked through /v1/user.
 */
const identify = async (run: Run, scene: Scene, wish?: Partial<ScaWish>): Promise<Psu> => {
  const session = randomUUID();
  const headers = {
    "TPP-Session-ID": session,
    "TPP-Redirect-URI": run.bank.redirectUri,
    "PSU-IP-Address": "192.0.2.17",
  };
  for (const path of ["/v1/accounts", "/v1/user"]) {
    const asked = await scene.send({ method: "GET", path, headers });
    const link = linkOf(asked, "scaRedirect");
    if (link === undefined) continue;
    const back = await scene.completeSca(link, wish);
    const id = back.searchParams.get("psu-id");
    const status = back.searchParams.get("code") ?? "no psu-id";
    if (id === null) throw new NotProven(`the SCA ended without a PSU-ID (${status})`);
    const corporateId = back.searchParams.get("psu-corporate-id") ?? undefined;
    return { id, session: back.searchParams.get("tpp-session-id") ?? session, corporateId };
  }
  throw new NotProven("neither /v1/accounts nor /v1/user asks for an SCA");
};

/** A bank starts the SCA on request, or with the resource itself, whose details then link to it. */
const startApproval = async (scene: Scene, path: string): Promise<string> => {
  const headers = psuHeaders(scene);
  const started = await scene.send({
    method: "POST",
    path: `${path}/authorisations`,
    headers,
    body: {},
  });
  const link =
    linkOf(started, "scaRedirect") ??
    linkOf(await scene.send({ method: "GET", path, headers }), "scaRedirect");
  if (link === undefined) {
    throw new NotProven(`the SCA of the payment did not start: ${describeResponse(started)}`);
  }
  return link;
};

const findAccount = async (scene: Scene): Promise<string> => {
  const { psu, bank } = scene;
  const headers = {
    "TPP-Session-ID": psu.session,
    "PSU-ID": psu.id,
    "PSU-IP-Address": "192.0.2.17",
  };
  const listed = await scene.send({ method: "GET", path: "/v1/accounts", headers });
  if (bank.debtor.account !== undefined) return bank.debtor.account;
  const id = textAt(listed, "accounts", 0, "resourceId");
  if (id === undefined) throw new NotProven(`no account can be read: ${describeResponse(listed)}`);
  return id;
};
