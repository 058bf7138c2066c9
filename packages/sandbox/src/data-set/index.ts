export { type BankIdentity, type SandboxBank, sandboxBanks } from "./bank-identity.ts";
export { type DataSet, dataSet, dataSetFor, personNotes } from "./data-set.ts";
export { describeDataSet } from "./describe-data-set.ts";
export { dataSetKidRegister } from "./kid-agreements.ts";
