export {
  insertAgreement,
  insertCustomer,
  insertEngagement,
  insertPerson,
} from "./directory-rows.ts";
export { sandboxPsuDirectory } from "./sandbox-psu-directory.ts";
export { sandboxScaMethod } from "./sandbox-sca-method.ts";
