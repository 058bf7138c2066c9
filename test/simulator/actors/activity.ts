import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** An action of a PSU through a TPP. It ends when they are done or give up. */
export type Activity = (tpp: TppIdentity, psu: Psu, scene: Scene) => Promise<void>;
