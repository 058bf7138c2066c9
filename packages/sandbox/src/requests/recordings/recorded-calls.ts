import { type ControlOperation, controlOperations } from "@varde/protocol";

const {
  completeSca,
  decideSca,
  decideAppApproval,
  importWorld,
  deleteWorld,
  findWorld,
  issueCertificate,
  signRequest,
  sendSignedRequest,
  createFirstPayment,
} = controlOperations;

/** Calls that the journal has in another form: as the end of an SCA, or as the sent request. */
const recordedOtherwise: ReadonlySet<ControlOperation> = new Set<ControlOperation>([
  ...[completeSca, decideSca, decideAppApproval],
  ...[sendSignedRequest, createFirstPayment],
]);

/** Calls that change no world, or that no recording can contain. */
const notRecorded: ReadonlySet<ControlOperation> = new Set<ControlOperation>([
  ...[importWorld, deleteWorld, findWorld, issueCertificate, signRequest],
]);

/** Returns whether a call is part of the journal as it was made. */
export const isJournalled = (operation: ControlOperation): boolean =>
  operation.method !== "GET" && !recordedOtherwise.has(operation) && !notRecorded.has(operation);

/** Returns whether a recording may contain a call: those of the journal, and how SCAs end. */
export const isRecordedCall = (operation: ControlOperation): boolean =>
  isJournalled(operation) || operation === completeSca || operation === decideAppApproval;
