import { type BankConfiguration, bankSettings } from "@varde/bank";
import {
  accountDataProfiles,
  buildTable,
  psd2Roles,
  type ReadonlyDeep,
  type Static,
  scenarioSchema,
  schemaType,
  signatureAlgorithms,
  tppCertificateKinds,
} from "@varde/protocol";

const { boolean, integer, list, object, oneOf, optional, string } = schemaType;

/** Version of the part of a recording that HAR does not have. */
export const recordingVersion = 1;

/** A recording is an HTTP archive (HAR 1.2), whose addresses start with this. */
export const recordedOrigin = "https://bank.example";
export const controlPrefix = "/control/v1";

/** Limits of a recording; the errors name them. */
export const recordingLimits = {
  bytes: 64 * 1024 * 1024,
  entries: 1_500,
  certificates: 20,
} as const;

/** Switches that change responses, and so are part of a recording. */
export const recordedSettings = [
  ...(["pathPrefix", "linkForm", "trust", "strictness", "requestTarget"] as const),
  ...(["amountFractionDigits", "bbanCheckDigit", "names", "nonBankDay"] as const),
  ...(["acceptFixRequired", "responseSigning", "hideUnsignedDomestic", "partlySigned"] as const),
  ...(["batchTimes", "aspspHasAllRoles", "appApproval"] as const),
];

/** An instant, which is parsed where it is used. */
const time = string({ maxLength: 24 });
const days = optional(integer({ minimum: 0, maximum: 30 }));

/** How the sandbox was started, as far as responses depend on it. */
const optionFields = {
  history: oneOf(["ends", "continues"]),
  crossBorderDays: object({ sepa: days, other: days, urgent: days }),
  syntheticNumbers: oneOf(["required", "preferred"]),
  profiles: list(oneOf(accountDataProfiles), { maxItems: accountDataProfiles.length }),
  scenarios: list(scenarioSchema, { maxItems: 100, description: "at most 100 scenarios" }),
};

/** The certificate of a TPP, without its key. A replay issues another one like it. */
const certificateSchema = object({
  name: string({ minLength: 1, maxLength: 100 }),
  organisationNumber: string({ pattern: "^[0-9]{9}$" }),
  roles: list(oneOf(psd2Roles), { maxItems: psd2Roles.length }),
  kind: oneOf(tppCertificateKinds),
});
export type RecordedCertificate = ReadonlyDeep<Static<typeof certificateSchema>>;

/** The world that a recording is of. */
const worldSchema = object({
  recording: integer({ minimum: 1 }),
  dataSet: integer({ minimum: 1 }),
  seed: integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** Time of the world at its first step. */
  startAt: time,
  /** Whether the TPPs of the sandbox share one world. */
  isolation: oneOf(["tpp", "shared"]),
  ...optionFields,
  settings: object(
    buildTable(recordedSettings, (name) => optional(bankSettings[name].schema)),
    { additionalProperties: false },
  ),
  certificates: list(certificateSchema, { maxItems: recordingLimits.certificates }),
});
export interface RecordedWorld extends Omit<ReadonlyDeep<Static<typeof worldSchema>>, "settings"> {
  readonly settings: Partial<Pick<BankConfiguration, (typeof recordedSettings)[number]>>;
}

/** How a request was signed: a replay signs it in the same way, right or wrong. */
const signingSchema = object({
  /** Position in the list of certificates. */
  certificate: optional(integer({ minimum: 0, maximum: recordingLimits.certificates - 1 })),
  /** Whether the Digest header is that of the body; otherwise it is sent as recorded. */
  isDigestRight: optional(boolean()),
  /** The headers part of the signature; without it, no Signature header is sent. */
  covers: optional(list(string({ maxLength: 100 }), { maxItems: 100 })),
  algorithm: optional(oneOf(signatureAlgorithms)),
  /** The text that was signed instead of the signing string, by mistake. */
  signedText: optional(string({ maxLength: 100_000 })),
});
export type RecordedSigning = ReadonlyDeep<Static<typeof signingSchema>>;

/** The part of an entry that HAR does not have. */
const detailsSchema = object({
  kind: oneOf(["request", "control", "sca"]),
  /** Time of the world before the step. */
  at: optional(time),
  signing: optional(signingSchema),
  /** Why a replay cannot repeat it. */
  unrepeatable: optional(string({ maxLength: 400 })),
  /** Whether the body of the response was not recorded. */
  isBodyUnknown: optional(boolean()),
  /** Labels of the PSU's ids, which the TPP got when the SCA ended. */
  names: optional(list(string({ maxLength: 100 }), { maxItems: 2 })),
});
export type RecordedDetails = ReadonlyDeep<Static<typeof detailsSchema>>;

const text = string({ maxLength: 16 * 1024 * 1024 });
const headers = list(
  object({ name: string({ maxLength: 100 }), value: string({ maxLength: 65_536 }) }),
  {
    maxItems: 100,
  },
);

const entrySchema = object({
  /** Time of the machine. */
  startedDateTime: time,
  request: object({
    method: oneOf(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]),
    url: string({ maxLength: 65_536 }),
    headers,
    postData: optional(object({ text })),
  }),
  response: object({
    status: integer({ minimum: 0, maximum: 599 }),
    headers,
    content: object({ text: optional(text) }),
  }),
  _varde: detailsSchema,
});
export type RecordedEntry = ReadonlyDeep<Static<typeof entrySchema>>;

const { entries: entriesMax } = recordingLimits;

/** A recording as a file has it. Fields that only other programs read are left out. */
export const recordingSchema = object({
  log: object({
    entries: list(entrySchema, {
      maxItems: entriesMax,
      description: `a list of at most ${entriesMax} entries`,
    }),
    _varde: worldSchema,
  }),
});

export interface Recording {
  readonly log: { readonly entries: readonly RecordedEntry[]; readonly _varde: RecordedWorld };
}
