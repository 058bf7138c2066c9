import { isInvalid, parseJson, type Static, schemaType, validateBody } from "@varde/protocol";

const { list, object, oneOf, optional, string } = schemaType;

const date = string({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "a date like 2026-01-31" });
const country = string({ pattern: "^[A-Z]{2}$", description: "a country code like NO" });
const identifier = string({
  pattern: "^PSD[A-Z]{2}-[A-Z]{2,8}-.{1,128}$",
  description: "the organizationIdentifier of a certificate, like PSDNO-FSA-987654321",
});

const registeredRole = oneOf(["PSP_AS", "PSP_PI", "PSP_AI", "PSP_IC"]);

const registeredActivity = object({
  role: registeredRole,
  countries: list(country, { minItems: 1 }),
  from: optional(date),
  until: optional(date),
});

const provider = object({ identifier, name: string(), activities: list(registeredActivity) });

const block = object({
  identifier,
  reason: string({ minLength: 1 }),
  at: string({ pattern: "^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$" }),
});

const registerSchema = object({
  $schema: optional(string()),
  providers: list(provider),
  blocked: list(block),
});

/** A service that a TPP may offer, in its own country and by passport. */
export interface Activity {
  readonly role: "PSP_AS" | "PSP_PI" | "PSP_AI" | "PSP_IC";
  readonly countries: readonly string[];
  readonly from?: string;
  /** The first day on which it is not allowed any more. */
  readonly until?: string;
}

export interface Provider {
  readonly identifier: string;
  readonly name: string;
  readonly activities: readonly Activity[];
}

/** The content of a register file. Written out, because the schema's type needs its library. */
export interface RegisterFile {
  readonly $schema?: string;
  readonly providers: readonly Provider[];
  readonly blocked: readonly {
    readonly identifier: string;
    readonly reason: string;
    /** When it starts: an instant of ISO 8601. */
    readonly at: string;
  }[];
}

/** Thrown for a register file that cannot be used. The message says what to correct. */
export class RegisterRefused extends Error {
  override readonly name = "RegisterRefused";
}

export const emptyRegister: RegisterFile = { providers: [], blocked: [] };

/** Parses a register file. Unknown fields are refused: a misspelt one would be without effect. */
export const parseRegister = (bytes: Uint8Array): RegisterFile => {
  const parsed = parseJson(bytes);
  if (isInvalid(parsed)) throw new RegisterRefused(`The register ${parsed.reason}.`);
  const { violations, unknownFields } = validateBody(registerSchema, parsed);
  const [violation] = violations;
  if (violation !== undefined) {
    throw new RegisterRefused(`The register is invalid at ${violation.path}: ${violation.text}`);
  }
  const [unknown] = unknownFields;
  if (unknown !== undefined) {
    throw new RegisterRefused(`The register has the unknown field ${unknown}; remove it.`);
  }
  return parsed as Static<typeof registerSchema>;
};
