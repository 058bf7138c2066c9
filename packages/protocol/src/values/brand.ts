declare const brand: unique symbol;

/** A string that has been parsed as `Name`, so that two kinds of identifier are never mixed. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
