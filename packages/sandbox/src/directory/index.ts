export {
  type AgreementRow,
  type CustomerRow,
  type EngagementRow,
  insertAgreement,
  insertCustomer,
  insertEngagement,
  insertPerson,
  type PersonRow,
} from "./directory-rows.ts";
export { sandboxPsuDirectory } from "./sandbox-psu-directory.ts";
export { sandboxScaMethod } from "./sandbox-sca-method.ts";
