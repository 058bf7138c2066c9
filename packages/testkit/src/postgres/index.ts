export { type EndFault, lockTable, refuseConnections } from "./database-faults.ts";
export { type PatroniCluster, patroniLeaseMs, startPatroniCluster } from "./patroni.ts";
export { patroniFolder, patroniObstacle } from "./patroni-programs.ts";
export { startPgbouncer } from "./pgbouncer.ts";
export {
  aServingRole,
  databaseFromTemplate,
  type FreshDatabase,
  freshDatabase,
  listInstallations,
  type PostgresServer,
  runOnServer,
  startPostgres,
  startReplicatedPostgres,
} from "./postgres.ts";
