/** How many objects and arrays may stand inside one another in a body. */
export const jsonNestingMax = 32;
