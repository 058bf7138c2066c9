export type { SeededCompany } from "./companies.ts";
export { dataSet } from "./data-set.ts";
export { describeDataSet } from "./describe-data-set.ts";
export { dataSetKidRegister, type SeededKidAgreement } from "./kid-agreements.ts";
export { type DataSetToLoad, loadDataSet } from "./load-data-set.ts";
export type { MagicAccount } from "./magic-accounts.ts";
export type { SeededPerson, SeededPrivateCustomer } from "./people.ts";
export { personNotes } from "./person-notes.ts";
export type { SeededAccount, SeededCard } from "./seeded-account.ts";
