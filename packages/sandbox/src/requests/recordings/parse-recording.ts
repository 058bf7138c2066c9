import { isInvalid, isRecord, parseJson, validateBody } from "@varde/protocol";
import { parseClockTime } from "../../control/world/advance-world.ts";
import { ControlRefused } from "../../control-refused.ts";
import { dataSet } from "../../data-set/index.ts";
import { scenarioFault } from "../../scenarios/scenario.ts";
import { type Recording, recordingLimits, recordingSchema, recordingVersion } from "./recording.ts";

/** Parses a recording. Whoever wrote it may have written anything, so everything has a limit. */
export const parseRecording = (text: string): Recording => {
  const bytes = Buffer.from(text);
  if (bytes.length > recordingLimits.bytes) {
    throw refused(`has ${bytes.length} bytes; at most ${recordingLimits.bytes} are allowed`);
  }
  // Strict about depth and duplicate keys; its values are normalised, though, and so not used.
  const strict = parseJson(bytes);
  if (isInvalid(strict)) throw refused(strict.reason);
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || !isRecord(value.log) || !isRecord(value.log._varde)) {
    throw refused("has no part _varde: it was not written by varde record");
  }
  const { recording, dataSet: recorded } = value.log._varde;
  if (recording !== recordingVersion) {
    throw refused(
      `has version ${show(recording)} of recordings; this Varde reads ${recordingVersion}`,
    );
  }
  const { entries } = value.log;
  if (Array.isArray(entries) && entries.length > recordingLimits.entries) {
    throw refused(`has ${entries.length} entries; at most ${recordingLimits.entries} are allowed`);
  }
  const [violation] = validateBody(recordingSchema, value).violations;
  if (violation !== undefined)
    throw refused(`at ${violation.path ?? "its top"}: ${violation.text}`);
  if (recorded !== dataSet.version) {
    throw refused(
      `is of version ${show(recorded)} of the data set; this Varde has version ${dataSet.version}`,
    );
  }
  const read = value as unknown as Recording;
  const { startAt, scenarios, certificates } = read.log._varde;
  const at = parseClockTime(startAt, Date.now());
  if (isInvalid(at)) throw refused(`at /log/_varde/startAt: ${at.reason}`);
  for (const [position, scenario] of scenarios.entries()) {
    const fault = scenarioFault(scenario);
    if (fault !== undefined) {
      throw refused(`at /log/_varde/scenarios/${position}${fault.path}: ${fault.text}`);
    }
  }
  for (const [position, { _varde, startedDateTime }] of read.log.entries.entries()) {
    for (const written of [startedDateTime, _varde.at ?? startAt]) {
      const time = parseClockTime(written, Date.now());
      if (isInvalid(time)) throw refused(`at /log/entries/${position}: ${time.reason}`);
    }
    if ((_varde.signing?.certificate ?? 0) < Math.max(1, certificates.length)) continue;
    throw refused(`at /log/entries/${position}: its certificate is not in the list`);
  }
  return read;
};

const refused = (reason: string): ControlRefused =>
  new ControlRefused(`the recording ${reason.replace(/\.$/, "")}`);

const show = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40);
