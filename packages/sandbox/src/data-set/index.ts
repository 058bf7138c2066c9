export { dataSet, personNotes } from "./data-set.ts";
export { describeDataSet } from "./describe-data-set.ts";
export { dataSetKidRegister } from "./kid-agreements.ts";
