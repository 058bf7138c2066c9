import type { WorldTable } from "@varde/storage";

/** Tables of a world's customers. */
export const directoryWorldTables: readonly WorldTable[] = [
  { name: "sandbox_person", key: ["person_id"] },
  { name: "sandbox_customer", key: ["customer_id"] },
  { name: "sandbox_agreement", key: ["agreement_id"] },
  { name: "sandbox_engagement", key: ["engagement_id"] },
];
