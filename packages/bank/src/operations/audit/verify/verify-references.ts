import { type Storage, sql } from "@varde/storage";
import { auditActorTable, hashActor } from "../audit-actor.ts";
import { hashSubject, readSubjects } from "../audit-subject.ts";
import type { ReportFault } from "./audit-fault.ts";

const rowsPerPage = 500;

/** Verifies the TPPs and people that entries refer to: their ids are hashes of their content. */
export const verifyReferences = async (storage: Storage, report: ReportFault): Promise<void> => {
  await verifyActors(storage, report);
  await verifySubjects(storage, report);
};

const verifyActors = async (storage: Storage, report: ReportFault): Promise<void> => {
  for (let after = ""; ; ) {
    const page = await storage.read(() =>
      auditActorTable.all(
        sql`select * from audit_actor where actor_id > ${after}
          order by actor_id limit ${rowsPerPage}`,
      ),
    );
    for (const actor of page) {
      if (hashActor(actor) === actor.actorId) continue;
      report({ place: `TPP ${actor.actorId} (${actor.identifier})`, text: "It was changed." });
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.actorId;
  }
};

const verifySubjects = async (storage: Storage, report: ReportFault): Promise<void> => {
  for (let after = ""; ; ) {
    // At once, because a person may be erased between the subjects and their accounts.
    const page = await storage.readAtOnce(() =>
      readSubjects(
        sql`select * from audit_subject where subject_id > ${after}
          order by subject_id limit ${rowsPerPage}`,
      ),
    );
    for (const subject of page) {
      if (hashSubject(subject.salt, subject) === subject.subjectId) continue;
      const text = "The person or the accounts of its entries were changed.";
      report({ place: `subject ${subject.subjectId}`, text });
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.subjectId;
  }
};
