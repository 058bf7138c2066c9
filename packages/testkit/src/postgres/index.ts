export {
  type FreshDatabase,
  freshDatabase,
  type PostgresServer,
  startPostgres,
} from "./postgres.ts";
