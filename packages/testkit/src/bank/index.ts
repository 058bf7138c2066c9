export {
  aBank,
  aBankDayAhead,
  countRows,
  findQuarter,
  onlyWorld,
  stopClock,
  withBankOnBothEngines,
} from "./a-bank.ts";
export { aBankWithRegister, aProductionBank, type ProductionBank } from "./a-production-bank.ts";
export { requestLog } from "./request-log.ts";
