import type { CheckReport, Imitation } from "../reports/report.ts";

/**
 * Collects the settings with which a Varde sandbox behaves like the checked bank, from the answers
 * of the variants. Failures, answers without a setting and answers that contradict each other are
 * listed: no setting imitates them.
 */
export const imitate = (reports: readonly CheckReport[], address: URL): Imitation => {
  const pathPrefix = address.pathname.replace(/\/$/, "");
  const settings: Record<string, unknown> = pathPrefix === "" ? {} : { pathPrefix };
  for (const { variant } of reports) {
    if (variant !== undefined && !variant.isUsual) Object.assign(settings, variant.settings);
  }
  const notImitated = reports
    .filter((report) => isNotImitated(report, settings))
    .map(({ id, seen }) => ({ check: id, seen }));
  return { settings, notImitated };
};

const isNotImitated = (
  { result, variant }: CheckReport,
  settings: Readonly<Record<string, unknown>>,
): boolean => {
  if (variant === undefined) return result === "failed" || result === "warning";
  if (variant.settings === undefined) return !variant.isUsual;
  // The usual answer is only imitated if no other variant needs another value of the setting.
  return Object.entries(variant.settings).some(
    ([name, value]) => name in settings && JSON.stringify(settings[name]) !== JSON.stringify(value),
  );
};
