import type { ControlHandlers } from "./control-handler.ts";
import { customerHandlers } from "./customer-handlers.ts";
import { peopleHandlers } from "./people-handlers.ts";
import { tppHandlers } from "./tpp-handlers.ts";
import { worldHandlers } from "./world-handlers.ts";

export const controlHandlers: ControlHandlers = {
  ...worldHandlers,
  ...customerHandlers,
  ...peopleHandlers,
  ...tppHandlers,
};
