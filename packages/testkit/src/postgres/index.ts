export { pgbouncerObstacle, startPgbouncer } from "./pgbouncer.ts";
export {
  type FreshDatabase,
  freshDatabase,
  listInstallations,
  type PostgresServer,
  runOnServer,
  startPostgres,
} from "./postgres.ts";
export { startReplicatedPostgres } from "./replicated-postgres.ts";
export { aServingRole } from "./serving-role.ts";
