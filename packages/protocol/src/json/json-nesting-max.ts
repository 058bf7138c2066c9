/** The maximum depth of nested objects and arrays in a body. */
export const jsonNestingMax = 32;
