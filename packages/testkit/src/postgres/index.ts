export { pgbouncerObstacle, startPgbouncer } from "./pgbouncer.ts";
export {
  type FreshDatabase,
  freshDatabase,
  type PostgresServer,
  runOnServer,
  startPostgres,
  startStandby,
} from "./postgres.ts";
export { aServingRole } from "./serving-role.ts";
