export { agreementTable, customerTable, engagementTable, personTable } from "./directory-tables.ts";
export { sandboxPsuDirectory, worldDataDirectory } from "./sandbox-psu-directory.ts";
export { sandboxScaMethod } from "./sandbox-sca-method.ts";
export { sandboxSigningMandates } from "./sandbox-signing-mandates.ts";
