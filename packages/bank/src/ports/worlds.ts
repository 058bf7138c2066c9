/**
 * Which world a TPP's calls belong to. In production there is one; in the sandbox each TPP has a
 * bank of its own, opened the first time it is asked for.
 */
export interface Worlds {
  resolveWorld(tpp: { readonly tppId: string; readonly name: string }): Promise<string>;
}
