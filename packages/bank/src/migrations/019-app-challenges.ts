import type { Migration } from "@varde/storage";

/** Adds proofs that PSUs give in the bank's app, on their phone. */
export const appChallenges: Migration = {
  system: "bank",
  name: "019-app-challenges",
  oldestVersion: "0.1.0",
  statements: [
    `create table app_challenge (
      challenge_id text not null primary key,
      world_id text not null,
      person_id text not null,
      sca_id text,
      step text not null,
      subject text not null,
      text text not null,
      message text not null,
      code text not null,
      status text not null,
      evidence text,
      expires_at integer not null
    )`,
    "create index app_challenge_of_person on app_challenge (world_id, person_id)",
    "create index app_challenge_age on app_challenge (world_id, expires_at)",
  ],
};
