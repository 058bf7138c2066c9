import { declareMutants } from "../mutant.ts";

const address = "bank/src/sca/redirect-address.ts";
const faults = "bank/src/sca/fail-sca.ts";

export const redirectMutants = declareMutants([
  ["RED-01", address, '"psu-id": success.psuId,', ""],
  ["RED-02", address, '{ "psu-corporate-id": success.psuCorporateId }', "{}"],
  ["RED-03", "bank/src/sca/complete-sca.ts", 'sca.context === "CORPORATE" && ', ""],
  ["RED-04", address, '"tpp-session-id": success.sessionId,', ""],
  ["RED-05", address, "context: success.context,", ""],
  ["RED-06", address, "system: fault.system,", ""],
  ["RED-07", address, "status: String(statusByCode[fault.code]),", ""],
  ["RED-08", address, "code: fault.code,", ""],
  ["RED-09", address, "message: fault.message,", ""],
  ["RED-09", address, "encodeURIComponent(value)", "value", "text"],
  ["RED-10", address, "withoutParameters(tppRedirectUri, names)", "tppRedirectUri"],
  [
    "RED-10",
    address,
    "redirectUri.slice(0, start) + others",
    "redirectUri.slice(0, start - 1) + others",
  ],
  [
    "RED-11",
    "bank/src/sca/open-sca.ts",
    "if (!isTrusted(sca.redirectUri, bank))",
    "if (false)",
    "inside",
  ],
  [
    "RED-11",
    "bank/src/configuration/bank-configuration.ts",
    'mode === "sandbox" || publicUrl.startsWith("http:")',
    "publicUrl !== undefined || mode !== undefined",
    "production",
  ],
  [
    "RED-12",
    faults,
    'code: "SCA_INVALID",\n  message: "The PSU did not approve."',
    'code: "SCA_EXPIRED",\n  message: "The PSU did not approve."',
  ],
  [
    "RED-12",
    faults,
    'code: "SCA_EXPIRED",\n  message: "The PSU did not finish in time."',
    'code: "SCA_INVALID",\n  message: "The PSU did not finish in time."',
    "time",
  ],
  [
    "RED-12",
    faults,
    'code: "PSU_CREDENTIALS_INVALID",\n  message: "The PSU could not be identified."',
    'code: "SCA_INVALID",\n  message: "The PSU could not be identified."',
    "harm",
  ],
  [
    "RED-12",
    faults,
    'code: "SYSTEM_ERROR",\n  message: "The bank had an internal error. Nothing was approved."',
    'code: "SCA_INVALID",\n  message: "The bank had an internal error. Nothing was approved."',
    "inside",
  ],
]);
