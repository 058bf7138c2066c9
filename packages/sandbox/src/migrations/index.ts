import { peopleAndWorlds } from "./001-people-and-worlds.ts";
import { control } from "./002-control.ts";

/** The sandbox's own tables, in the order they came to be. */
export const sandboxMigrations = [peopleAndWorlds, control];
