import { createPrivateKey } from "node:crypto";
import type { WorldId } from "@varde/bank";
import {
  type ControlOperation,
  controlOperations,
  isInvalid,
  readCertificatePem,
} from "@varde/protocol";
import { all, sql } from "@varde/storage";
import type { ControlledSandbox } from "../../control/world/controlled-sandbox.ts";
import { type WorldControl, worldControl } from "../../control/world/world-control.ts";
import { ControlRefused } from "../../control-refused.ts";
import { sendRequest } from "../../signing-desk/send-signed.ts";
import { isRecorded } from "../journal-steps.ts";
import {
  type ComparedResponse,
  compareResponse,
  type Difference,
  plain,
  type Replay,
  type ReplayDifference,
} from "./compare-response.ts";
import { Bindings, worldLabel } from "./labels.ts";
import { isRecordedCall } from "./recorded-calls.ts";
import {
  controlPrefix,
  type RecordedCertificate,
  type RecordedEntry,
  type Recording,
  recordedOrigin,
} from "./recording.ts";
import { type ReplayIdentity, signAsRecorded } from "./sign-as-recorded.ts";

/** The machine's clock of a bank that replays. It shows the recorded time until the end. */
export class ReplayClock {
  #nowMs: number | undefined;

  constructor({ log }: Recording) {
    this.#nowMs = Date.parse(log.entries[0]?.startedDateTime ?? log._varde.startAt);
  }

  readonly now = (): number => this.#nowMs ?? Date.now();

  /** Shows another time; without one, that of the machine. */
  set(time?: string): void {
    this.#nowMs = time === undefined ? undefined : Date.parse(time);
  }
}

/** A recording may contain delays, and years in which batches run, as often as it has steps. */
const replayMinutesMax = 10;

/**
 * Repeats a recording at a fresh bank whose worlds open at the recorded time, and compares every
 * response. The clocks of the machine and of the world stand still and are moved to the times of
 * each step.
 */
export const replayRecording = async (
  { log }: Recording,
  sandbox: ControlledSandbox,
  clock: ReplayClock,
): Promise<Replay> => {
  const player = await openPlayer(log._varde.certificates, sandbox);
  const endAt = performance.now() + replayMinutesMax * 60_000;
  const differences: ReplayDifference[] = [];
  const skipped: Replay["skipped"][number][] = [];
  for (const [position, entry] of log.entries.entries()) {
    const place = { entry: position + 1, request: describeRequest(entry) };
    clock.set(entry.startedDateTime);
    const played =
      performance.now() > endAt
        ? `the steps before it took more than ${replayMinutesMax} minutes`
        : await player.play(entry);
    if (typeof played === "string") skipped.push({ ...place, reason: plain(played) });
    else for (const difference of played) differences.push({ ...place, ...difference });
  }
  clock.set();
  return { entries: log.entries.length, differences, skipped };
};

const describeRequest = ({ request }: RecordedEntry): string =>
  `${request.method} ${targetOf(request.url)}`.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);

/** Returns the path of an address, and "/" for an address that no recording has. */
const targetOf = (url: string): string =>
  url.startsWith(`${recordedOrigin}/`) ? url.slice(recordedOrigin.length) : "/";

const defaultCertificate: RecordedCertificate = {
  name: "Replayed TPP",
  organisationNumber: "310000000",
  roles: ["PSP_AS"],
  kind: "working",
};

const openPlayer = async (
  recorded: readonly RecordedCertificate[],
  sandbox: ControlledSandbox,
): Promise<Player> => {
  const identities: ReplayIdentity[] = [];
  for (const certificate of recorded.length === 0 ? [defaultCertificate] : recorded) {
    identities.push(await issueIdentity(certificate, sandbox));
  }
  const opening = recorded.findIndex(({ kind }) => kind === "working");
  const [first] = identities.slice(Math.max(0, opening));
  if (first === undefined) throw new ControlRefused("the recording has no certificate");
  const { worldId } = await sandbox.identifyTpp(first.certificate);
  return new Player(sandbox, worldId, identities);
};

const issueIdentity = async (
  certificate: RecordedCertificate,
  { authority }: ControlledSandbox,
): Promise<ReplayIdentity> => {
  const issued = await authority.issueTppCertificate(certificate);
  const read = readCertificatePem(issued.certificatePem);
  if (isInvalid(read)) throw new ControlRefused(`the certificate ${read.reason}`);
  return { certificate: read, key: createPrivateKey(issued.privateKeyPem) };
};

/** Repeats entries in one world of a bank. */
class Player {
  readonly #sandbox: ControlledSandbox;
  readonly #worldId: WorldId;
  readonly #identities: readonly ReplayIdentity[];
  readonly #world: WorldControl;
  readonly #bindings: Bindings;

  constructor(sandbox: ControlledSandbox, worldId: WorldId, identities: readonly ReplayIdentity[]) {
    this.#sandbox = sandbox;
    this.#worldId = worldId;
    this.#identities = identities;
    this.#world = worldControl(sandbox, worldId);
    this.#bindings = new Bindings(sandbox.bank.configuration.publicUrl);
    this.#bindings.bind(worldLabel, worldId);
  }

  /** Repeats an entry. Returns the differences, or why it cannot be repeated. */
  async play(entry: RecordedEntry): Promise<readonly Difference[] | string> {
    const { _varde: details, request, response } = entry;
    if (details.unrepeatable !== undefined) return details.unrepeatable;
    const { url } = request;
    if (details.kind === "request" && targetOf(url).startsWith("/control/")) {
      return "it is a control call, which a TPP does not sign";
    }
    const unsent = request.headers.find(({ name }) => !isRecorded(name.toLowerCase()));
    if (unsent !== undefined) return `no recording has the header ${unsent.name}`;
    if (details.at !== undefined) await this.#moveClock(Date.parse(details.at));
    const target = this.#bindings.fill(targetOf(url));
    const body = this.#bindings.fill(request.postData?.text ?? "");
    const headers = request.headers.map(({ name, value }) => {
      const filled = this.#bindings.fill(value);
      return { name: name.toLowerCase(), ...filled };
    });
    const unknown = [target, body, ...headers].flatMap((one) => one.unknown);
    if (unknown.length > 0) return `it needs ${unknown[0]}, which no earlier response had`;
    const filled = {
      method: request.method,
      target: target.text,
      headers: new Map(headers.map(({ name, text }) => [name, text])),
      body: body.text,
    };
    const replayed =
      details.kind === "request"
        ? await this.#sendSigned(filled, entry)
        : await this.#sendControl(filled);
    if (typeof replayed === "string") return replayed;
    if (replayed === undefined) return [];
    if (details.kind === "sca") await this.#learnNames(details.names ?? []);
    const recorded: ComparedResponse = {
      status: response.status,
      headers: Object.fromEntries(response.headers.map(({ name, value }) => [name, value])),
      body: details.isBodyUnknown ? undefined : (response.content.text ?? ""),
    };
    return compareResponse(recorded, replayed, this.#bindings);
  }

  /** Moves the clock to the time of a step, and runs the batches on the way. */
  async #moveClock(at: number): Promise<void> {
    const { clock } = this.#sandbox;
    const now = await clock.now(this.#worldId);
    if (at < now) await clock.setClock(this.#worldId, at, "fixed");
    await this.#world.clock.advance(Math.max(0, at - now));
  }

  async #sendSigned(
    request: FilledRequest,
    { _varde: { signing = {} } }: RecordedEntry,
  ): Promise<ComparedResponse | string> {
    const identity = this.#identities[signing.certificate ?? 0];
    if (identity === undefined) return "its certificate is not in the list";
    const signedText = this.#bindings.fill(signing.signedText ?? "").text;
    const described = { ...signing, ...(signing.signedText !== undefined && { signedText }) };
    const headers = await signAsRecorded(request, described, identity);
    return this.#send({ ...request, headers });
  }

  /** Sends a control call. Returns undefined for one whose response is not compared. */
  async #sendControl(request: FilledRequest): Promise<ComparedResponse | string | undefined> {
    const path = request.target.slice(controlPrefix.length);
    const operation = findCall(request.method, path);
    if (operation === undefined) return "it is not a control call that a recording may contain";
    // The bank of a replay stands still between steps, so these say something else.
    if (operation === controlOperations.releaseClock) return undefined;
    const isClock = operation.path.startsWith("/clock");
    const body = operation === controlOperations.setClock ? stopped(request.body) : request.body;
    const query = operation.needsWorld ? `?world=${encodeURIComponent(this.#worldId)}` : "";
    const sent = await this.#send({
      method: request.method,
      target: `${controlPrefix}${path}${query}`,
      headers: { "content-type": "application/json" },
      body: body === "" && request.method === "POST" ? "{}" : body,
    });
    if (typeof sent === "string" || sent.status >= 300) return sent;
    return isClock ? undefined : { ...sent, headers: {} };
  }

  async #send(request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<ComparedResponse | string> {
    try {
      return await sendRequest(request, this.#sandbox.app.server.address());
    } catch (error) {
      // A scenario may close the connection; the recording then has no status either.
      if (error instanceof ControlRefused) return { status: 0, headers: {}, body: "" };
      return error instanceof TypeError
        ? `it cannot be sent: ${error.message}`
        : Promise.reject(error);
    }
  }

  /** Learns the ids that the TPP got of a PSU: those of this world that are not known yet. */
  async #learnNames(labels: readonly string[]): Promise<void> {
    const rows = await this.#sandbox.storage.read(() =>
      all<{ kind: string; id: string }>(
        sql`select 'psuId' as kind, psu_id as id from psu_identifier
            where world_id = ${this.#worldId}
          union all select 'corporateId' as kind, psu_corporate_id as id
            from corporate_identifier where world_id = ${this.#worldId}`,
      ),
    );
    for (const label of labels) {
      if (this.#bindings.get(label) !== undefined) continue;
      const found = rows.find(
        ({ kind, id }) => label.startsWith(`{{${kind} `) && !this.#bindings.has(id),
      );
      if (found !== undefined) this.#bindings.bind(label, found.id);
    }
  }
}

interface FilledRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const findCall = (method: string, path: string): ControlOperation | undefined => {
  const steps = path.split("/");
  return Object.values<ControlOperation>(controlOperations).find((operation) => {
    const named = operation.path.split("/");
    return (
      operation.method === method &&
      isRecordedCall(operation) &&
      named.length === steps.length &&
      named.every((name, at) => name.startsWith("{") || name === steps[at])
    );
  });
};

/** Returns the body of a call that sets the clock, so that the clock stands still there. */
const stopped = (body: string): string => {
  try {
    return JSON.stringify({ ...JSON.parse(body), motion: "fixed" });
  } catch {
    return body;
  }
};
