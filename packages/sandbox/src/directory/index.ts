export { agreementTable, customerTable, engagementTable, personTable } from "./directory-tables.ts";
export { sandboxPsuDirectory } from "./sandbox-psu-directory.ts";
export { sandboxScaMethod } from "./sandbox-sca-method.ts";
export { worldDataDirectory } from "./world-data-directory.ts";
