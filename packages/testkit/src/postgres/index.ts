export { pgbouncerObstacle, startPgbouncer } from "./pgbouncer.ts";
export {
  aServingRole,
  type FreshDatabase,
  freshDatabase,
  listInstallations,
  type PostgresServer,
  runOnServer,
  startPostgres,
  startReplicatedPostgres,
} from "./postgres.ts";
