import { render } from "preact";
import { App } from "./app.tsx";
import { followWorlds } from "./live/world.ts";

render(<App />, document.getElementById("console") ?? document.body);
followWorlds();
