import type { Migration } from "@varde/storage";

/** Adds indexes that find expired rows by their age; own_visit_age exists already. */
export const ages: Migration = {
  system: "bank",
  name: "006-ages",
  statements: [
    "create index unattended_access_age on unattended_access (world_id, last_at)",
    `create index sca_age on sca (world_id, touched_at)
      where subject_kind in ('identification', 'consent')`,
    "create index session_age on session (world_id, authenticated_at)",
    "create index consent_age on consent (world_id, renewed_at, consent_id)",
  ],
};
