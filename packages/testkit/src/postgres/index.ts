export {
  type FreshDatabase,
  freshDatabase,
  type PostgresServer,
  startPostgres,
} from "./postgres.ts";
export { aServingRole } from "./serving-role.ts";
