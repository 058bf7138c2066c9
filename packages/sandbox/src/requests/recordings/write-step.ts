import {
  buildHarEntry,
  createRedactor,
  type Exchange,
  type HeaderLine,
} from "@varde/conformance/har";
import type { ControlStep, JournalStep, RequestStep, ScaStep } from "../journal-steps.ts";
import { describeSigning, type ListedCertificates } from "./describe-signing.ts";
import { bankLabel, encodedLabel, type Labeller, privateKeyLabel, worldLabel } from "./labels.ts";
import { controlPrefix, type RecordedDetails, recordedOrigin } from "./recording.ts";

/** Facts about the world that entries are written with. */
export interface Scene {
  readonly labeller: Labeller;
  /** Numbers of people, by their ids. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Ids by which TPPs know people and companies. */
  readonly names: ReadonlyMap<string, string>;
  readonly certificates: ListedCertificates;
}

const jsonType: HeaderLine = ["content-type", "application/json"];
/** Formats a time as a recording has it. */
export const formatTime = (at: number): string => new Date(at).toISOString();
const redactor = createRedactor({ showsData: true });

/** Writes a step as an entry of an HTTP archive. */
export const writeStep = (step: JournalStep, scene: Scene): object => {
  switch (step.kind) {
    case "request":
      return writeRequest(step, scene);
    case "sca":
      return writeSca(step, scene);
    case "control":
      return writeControl(step, scene);
  }
};

const writeEntry = (exchange: Omit<Exchange, "check">, details: RecordedDetails): object => ({
  ...buildHarEntry(redactor.exchange({ ...exchange, check: "" }), recordedOrigin),
  _varde: details,
});

const timeOf = ({ at }: JournalStep): Pick<RecordedDetails, "at"> =>
  at === undefined ? {} : { at: formatTime(at) };

/** Signatures and certificates are described instead, because a replay signs with another key. */
const describedHeaders: ReadonlySet<string> = new Set(["signature", "tpp-signature-certificate"]);

const writeRequest = (step: RequestStep, { labeller, certificates }: Scene): object => {
  const text = decodeUtf8(step.body);
  const { signing, unrepeatable } = describeSigning(step, certificates);
  const signedText = signing.signedText && labeller.sent(signing.signedText);
  const headers = step.headers
    .filter(([name]) => !describedHeaders.has(name))
    .map(([name, value]): HeaderLine => [name, labeller.sent(value)]);
  const target = labeller.sent(step.target);
  const body = labeller.sent(text ?? "");
  const sent = [target, body, signedText ?? "", ...headers.map(([, value]) => value)];
  const reason =
    findHidden(sent) ??
    (text === undefined ? "its body is not UTF-8" : undefined) ??
    step.unrepeatable ??
    unrepeatable;
  // Before the headers, because a body names the fields of its ids.
  const response = labeller.received(step.response ?? "");
  return writeEntry(
    {
      number: step.number,
      startedAt: step.receivedAt,
      ms: step.ms,
      request: { method: step.method, target, headers, body: body === "" ? undefined : body },
      response:
        step.status === 0
          ? undefined
          : {
              status: step.status,
              headers: [
                ...(response === "" ? [] : [jsonType]),
                ...Object.entries(step.responseHeaders).map(
                  ([name, value]): HeaderLine => [name, labeller.received(value)],
                ),
              ],
              body: response,
            },
      fault: step.status === 0 ? "the connection was closed" : undefined,
    },
    {
      kind: "request",
      ...timeOf(step),
      signing: { ...signing, ...(signedText !== undefined && { signedText }) },
      ...(step.response === undefined && { isBodyUnknown: true }),
      ...(reason !== undefined && { unrepeatable: reason }),
    },
  );
};

/** Returns why texts cannot be sent again: a part of them is not recorded. */
const findHidden = (texts: readonly string[]): string | undefined => {
  if (texts.some((text) => text.includes(privateKeyLabel))) {
    return "it contains a private key, which is not recorded";
  }
  return texts.some((text) => text.includes(encodedLabel))
    ? "it contains an id or a number of a person in another form, which is not recorded"
    : undefined;
};

/** Returns bytes as a text; undefined if they are not UTF-8. */
const decodeUtf8 = (bytes: string): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(bytes, "latin1"),
    );
  } catch {
    return undefined;
  }
};

const labelWorld = (path: string): string =>
  path.startsWith("/worlds/") && path.endsWith("/profiles")
    ? `/worlds/${worldLabel}/profiles`
    : path;

const writeControl = (step: ControlStep, { labeller }: Scene): object => {
  const received = labeller.received(step.response);
  const response = { status: step.status, headers: [jsonType], body: received };
  const target = `${controlPrefix}${labelWorld(labeller.sent(step.path))}`;
  const body = labeller.sent(step.body);
  const unrepeatable = findHidden([target, body]);
  return writeEntry(
    {
      number: step.number,
      startedAt: step.receivedAt,
      ms: 0,
      request: {
        method: step.method,
        target,
        headers: [jsonType],
        body: body === "" ? undefined : body,
      },
      response,
      fault: undefined,
    },
    { kind: "control", ...timeOf(step), ...(unrepeatable !== undefined && { unrepeatable }) },
  );
};

const sandboxLink = `${bankLabel}/sca/`;

/** Writes the end of an SCA as the call of the control API that has the same effect. */
const writeSca = (step: ScaStep, { labeller, numbers, names }: Scene): object => {
  const { sca } = step;
  const isApp = sca.channel === "app";
  const link = labeller.findSecret(sca.linkHash);
  const { customerNumber, ...choices } = describeChoices(step, numbers.get(sca.personId ?? ""));
  const body = {
    ...(!isApp && { scaRedirect: `${sandboxLink}${link ?? ""}` }),
    customerNumber: labeller.sent(customerNumber),
    ...(isApp ? { decision: choices.decision } : choices),
  };
  const shown = (id: string | undefined, kind: string) => {
    const name = id === undefined ? undefined : names.get(id);
    return name === undefined ? [] : [labeller.name(name, kind)];
  };
  const given =
    step.fault === undefined && sca.channel !== "own"
      ? [...shown(sca.personId, "psuId"), ...shown(sca.agreementId, "corporateId")]
      : [];
  return writeEntry(
    {
      number: step.number,
      startedAt: step.receivedAt,
      ms: 0,
      request: {
        method: "POST",
        target: `${controlPrefix}${isApp ? `/app-approvals/${labeller.sent(sca.scaId)}` : "/sca"}`,
        headers: [jsonType],
        body: JSON.stringify(body),
      },
      response: { status: 200, headers: [], body: "" },
      fault: undefined,
    },
    {
      kind: "sca",
      ...timeOf(step),
      isBodyUnknown: true,
      ...(given.length > 0 && { names: given }),
      ...(!isApp &&
        link === undefined && { unrepeatable: "the link of this SCA is in no recorded response" }),
    },
  );
};

/** Describes what the PSU did, so that an SCA ends in the same way. */
const describeChoices = ({ sca, fault, accountIds }: ScaStep, number: string | undefined) => {
  const person = {
    customerNumber: number ?? "",
    ...(sca.context !== undefined && { context: sca.context }),
    ...(sca.agreementId !== undefined && { agreement: sca.agreementId }),
  };
  const isNatural = fault?.scenario !== undefined || fault?.system === "core-bank";
  if (fault === undefined || isNatural || fault.outcome !== undefined) {
    const accounts = fault?.outcome === "nothing-chosen" ? [] : accountIds;
    const chosen = sca.subjectKind === "consent" && accounts !== undefined;
    return { ...person, decision: "approve", ...(chosen && { accounts }) };
  }
  if (fault.code === "SCA_EXPIRED") return { customerNumber: "", decision: "time-out" };
  if (fault.code === "SCA_INVALID" && number !== undefined) {
    return { ...person, decision: "refuse" };
  }
  return { customerNumber: "", decision: "fail", code: fault.code };
};
