export { aBank, withBankOnBothEngines } from "./a-bank.ts";
export { aBankDayAhead } from "./a-bank-day-ahead.ts";
export { aBankWithRegister } from "./a-bank-with-register.ts";
export { aProductionBank, type ProductionBank } from "./a-production-bank.ts";
export { countRows } from "./count-rows.ts";
export { onlyWorld } from "./only-world.ts";
export { requestLog } from "./request-log.ts";
export { stopClock } from "./stop-clock.ts";
