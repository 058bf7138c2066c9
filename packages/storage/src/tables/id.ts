declare const kind: unique symbol;

/**
 * The id of one kind of thing. A text from outside can be used as one; an id of another kind
 * cannot, so two ids that are swapped do not compile.
 */
export type Id<Kind extends string> = string & { readonly [kind]?: Kind };

/** A fresh id, which becomes the id of whatever is created with it. */
export type NewId = Id<never>;

export type WorldId = Id<"world">;
export type AccountId = Id<"account">;
