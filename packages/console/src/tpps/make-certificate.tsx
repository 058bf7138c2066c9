import type { TppCertificateKind } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { SmallForm } from "../shown/small-form.tsx";

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
  "PSP_PI PSP_AI PSP_IC": "Payments, accounts and funds",
  PSP_PI: "Payments",
  PSP_AI: "Accounts",
  PSP_IC: "Funds",
} as const;

/** A form that makes a TPP with a certificate: a working one, or one that the bank refuses. */
export const MakeCertificate = ({ onMade }: { onMade: () => void }) => (
  <SmallForm
    title="Make a certificate"
    button="Make"
    fields={[
      { name: "name", label: "Name of the TPP", value: "Example TPP" },
      { name: "kind", label: "Kind", choices: Object.entries(kinds) },
      { name: "roles", label: "Roles", choices: Object.entries(roles) },
      {
        name: "organisationNumber",
        label: "Organisation number",
        pattern: "[0-9]{9}",
        placeholder: "nine digits",
        isOptional: true,
      },
    ]}
    onSend={async ({ name, kind, roles: chosen = "", ...rest }) => {
      const body = {
        ...rest,
        ...(name !== undefined && { name }),
        kind: kind as TppCertificateKind,
        roles: chosen.split(" ") as ("PSP_PI" | "PSP_AI" | "PSP_IC")[],
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
