import type { ControlResponse, TppCertificateKind } from "@varde/protocol";
import { useState } from "preact/hooks";
import { attempt, control } from "./live/control.ts";
import { rows } from "./live/exchanges.ts";
import { tppChanges } from "./live/world.ts";
import { download } from "./shown/download.ts";
import { formatMinute } from "./shown/format-clock.ts";
import { formatCount } from "./shown/format-number.ts";
import { isKeyOf } from "./shown/is-key-of.ts";
import { SmallForm } from "./shown/small-form.tsx";
import { useReading } from "./shown/use-reading.ts";

type Seen = ControlResponse<"listCertificates">["certificates"][number];
type Made = ControlResponse<"listTpps">["tpps"][number];

/** The TPPs: certificates that requests were signed with, and those that the sandbox made. */
export const TppsPage = () => {
  const [made, setMade] = useState(0);
  // A new request may bring a new certificate.
  const latest = rows.value[0]?.exchangeId;
  const seen = useReading(() => control.get("/certificates"), [latest]);
  const tpps = useReading(() => control.get("/tpps"), [latest, made, tppChanges.value]);
  return (
    <div class="page">
      <h1>TPPs</h1>
      <section aria-labelledby="seen-title">
        <h2 id="seen-title">Certificates seen</h2>
        <p class="quiet">From requests to any world since the sandbox started.</p>
        {seen.value?.certificates.length === 0 && (
          <p class="quiet">
            None yet. <a href="#/start">Make a first payment</a> to see one.
          </p>
        )}
        <div class="cards">
          {seen.value?.certificates.map((certificate) => (
            <SeenCertificate key={certificate.keyId} certificate={certificate} />
          ))}
        </div>
      </section>
      <section aria-labelledby="made-title">
        <h2 id="made-title">Made by this sandbox</h2>
        <p class="quiet">The sandbox has their keys, so it can sign requests for them.</p>
        <MakeCertificate onMade={() => setMade(made + 1)} />
        <div class="cards">
          {tpps.value?.tpps.map((tpp) => (
            <MadeCertificate key={tpp.tppId} tpp={tpp} />
          ))}
        </div>
      </section>
    </div>
  );
};

interface Facts {
  readonly roles: readonly string[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly keyId: string;
}

const CertificateFacts = ({ roles, validFrom, validUntil, keyId }: Facts) => {
  const now = Date.now();
  const isValid = Date.parse(validFrom) <= now && now <= Date.parse(validUntil);
  return (
    <dl class="facts">
      <div>
        <dt>Roles</dt>
        <dd>{roles.join(", ") || "none"}</dd>
      </div>
      <div>
        <dt>Valid</dt>
        <dd>
          {validFrom.slice(0, 10)} to {validUntil.slice(0, 10)}{" "}
          {!isValid && <span class="badge bad">not valid now</span>}
        </dd>
      </div>
      <div>
        <dt>keyId</dt>
        <dd>
          <code>{keyId}</code>
        </dd>
      </div>
    </dl>
  );
};

const SeenCertificate = ({ certificate }: { certificate: Seen }) => (
  <article class="card" aria-label={certificate.name}>
    <h3 class="name">{certificate.name}</h3>
    <p class="quiet">
      {certificate.identifier ?? "identified by its key"} ·{" "}
      {formatCount(certificate.requests, "request")}, {certificate.refused} refused ·{" "}
      <span class="whole">last {formatMinute(certificate.lastSeenAt)}</span>
    </p>
    <CertificateFacts {...certificate} />
    {certificate.tolerated.length > 0 && (
      <>
        <p>Accepted, though the interface asks for another form:</p>
        <ul class="parts">
          {certificate.tolerated.map(({ form, where, accepts, count }) => (
            <li key={form}>
              <span>
                {where}: {accepts}
              </span>
              <span class="end">{formatCount(count, "time")}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </article>
);

const MadeCertificate = ({ tpp }: { tpp: Made }) => {
  const save = (kind: "certificate" | "key") =>
    attempt(async () => {
      const { tppId } = tpp;
      const files = await control.get("/tpps/{tppId}", { parameters: { tppId } });
      download(`${kind}.pem`, kind === "key" ? files.privateKeyPem : files.certificatePem);
    });
  return (
    <article class="card" aria-label={tpp.name}>
      <h3 class="name">
        {tpp.name}{" "}
        <span class={tpp.kind === "working" ? "badge good" : "badge warn"}>{tpp.kind}</span>
      </h3>
      <p class="quiet">
        PSDNO-FSA-{tpp.organisationNumber} · made {formatMinute(tpp.issuedAt)}
      </p>
      <CertificateFacts {...tpp} />
      <div class="actions">
        <button type="button" onClick={() => save("certificate")}>
          Download certificate.pem
        </button>
        <button type="button" onClick={() => save("key")}>
          Download key.pem
        </button>
      </div>
    </article>
  );
};

const kinds = {
  working: "Working",
  expired: "Expired",
  "not-yet-valid": "Not valid yet",
  revoked: "Revoked",
  "wrong-role": "With the other roles",
  "other-ca": "From an unknown authority",
  "1024-bit": "With a key that is too short",
  "ec-key": "With an elliptic curve key",
} as const satisfies Record<TppCertificateKind, string>;

const roles = {
  all: { words: "Payments, accounts and funds", names: ["PSP_PI", "PSP_AI", "PSP_IC"] },
  PSP_PI: { words: "Payments", names: ["PSP_PI"] },
  PSP_AI: { words: "Accounts", names: ["PSP_AI"] },
  PSP_IC: { words: "Funds", names: ["PSP_IC"] },
} as const;

const roleChoices = Object.entries(roles).map(([name, { words }]) => [name, words] as const);

/** A form that makes a TPP with a certificate: a working one, or one that the bank refuses. */
const MakeCertificate = ({ onMade }: { onMade: () => void }) => (
  <SmallForm
    title="Make a certificate"
    button="Make"
    fields={[
      { name: "name", label: "Name of the TPP", value: "Example TPP" },
      { name: "kind", label: "Kind", choices: Object.entries(kinds) },
      { name: "roles", label: "Roles", choices: roleChoices },
      {
        name: "organisationNumber",
        label: "Organisation number",
        pattern: "[0-9]{9}",
        placeholder: "nine digits",
        isOptional: true,
      },
    ]}
    onSend={async ({ name, kind = "", roles: chosen = "", ...rest }) => {
      if (!isKeyOf(kinds, kind) || !isKeyOf(roles, chosen)) return false;
      const body = {
        ...rest,
        ...(name !== undefined && { name }),
        kind,
        roles: roles[chosen].names,
      };
      const made = await attempt(
        () => control.post("/tpp-certificates", { body }),
        `Made ${name}.`,
      );
      onMade();
      return made !== undefined;
    }}
  />
);
