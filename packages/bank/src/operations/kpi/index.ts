export { formatKpiCsv } from "./format-kpi-csv.ts";
export type { KpiDay, KpiReport } from "./kpi-report.ts";
export {
  deletePlannedDowntime,
  insertPlannedDowntime,
  listPlannedDowntime,
  storeChannelDay,
} from "./kpi-store.ts";
export { ChannelFileRefused, parseChannelDays } from "./parse-channel-days.ts";
export { PlannedDowntimeRefused, planDowntime } from "./plan-downtime.ts";
export { parseQuarter } from "./quarter.ts";
export { readKpiReport } from "./read-kpi-report.ts";
export { formatOsloTime, renderKpiPage } from "./render-kpi-page.ts";
