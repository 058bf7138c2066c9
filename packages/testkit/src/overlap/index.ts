export {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
  script,
} from "./every-overlap.ts";
