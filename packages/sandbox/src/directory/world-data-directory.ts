import type { PsuDirectory } from "@varde/bank";
import { readFrom, type WorldData } from "../world-data.ts";

/**
 * Reads the initial data set until the world has its own copy. A person who is found takes part in
 * an SCA, so the world gets its copy then.
 */
export const worldDataDirectory = (directory: PsuDirectory, data: WorldData): PsuDirectory => {
  const from = readFrom(data);
  const findPerson = from(directory.findPerson);
  return {
    findPerson: async (worldId, customerNumber) => {
      const person = await findPerson(worldId, customerNumber);
      if (person !== undefined) await data.copyDataSet(worldId);
      return person;
    },
    readPerson: from(directory.readPerson),
    listAgreements: from(directory.listAgreements),
    mayUseAccount: from(directory.mayUseAccount),
  };
};
