import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { attempt, control } from "../live/control.ts";
import { isPaused, pause } from "../live/exchanges.ts";
import { goTo } from "../live/route.ts";
import { readClock, refreshSoon, worldId } from "../live/world.ts";

interface PaletteCommand {
  readonly name: string;
  run(): unknown;
}

const isOpen = signal(false);

export const openPalette = (): void => {
  isOpen.value = true;
};

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openPalette();
  }
  const isTyping = (event.target as Element).matches("input, textarea, select");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  }
  if (event.key === "Escape" && !isTyping && document.querySelector("dialog[open]") === null) {
    document.querySelector<HTMLAnchorElement>("a.close")?.click();
  }
});

const advance = (by: string | undefined) => async (): Promise<void> => {
  const world = worldId.value;
  if (world === undefined) return;
  await attempt(async () => {
    const query = by === undefined ? {} : { by };
    const { now, until } = await control.get("/clock/preview", { world, query });
    const ms = Math.max(1, Date.parse(until) - Date.parse(now));
    await control.post("/clock/advance", { world, body: { by: ms } });
  }, "The clock was advanced.");
  await readClock();
  refreshSoon();
};

const runBatch = async (): Promise<void> => {
  const world = worldId.value;
  if (world === undefined) return;
  await attempt(() => control.post("/batches", { world }), "The batch has run.");
  refreshSoon();
};

const worldCommands: readonly PaletteCommand[] = [
  { name: "Run a batch now", run: runBatch },
  { name: "Advance the clock to the next batch", run: advance(undefined) },
  { name: "Advance the clock by an hour", run: advance("PT1H") },
  { name: "Advance the clock by a day", run: advance("P1D") },
];

const listCommands = (text: string): readonly PaletteCommand[] => {
  const all: readonly PaletteCommand[] = [
    { name: "Go to requests", run: () => goTo("#/requests") },
    { name: "Go to payments", run: () => goTo("#/payments") },
    { name: "Go to baskets", run: () => goTo("#/baskets") },
    { name: "Go to people and accounts", run: () => goTo("#/people") },
    { name: "Go to consents", run: () => goTo("#/consents") },
    { name: "Go to scenarios and snapshots", run: () => goTo("#/scenarios") },
    { name: "Go to TPPs and certificates", run: () => goTo("#/tpps") },
    { name: "Go to figures", run: () => goTo("#/figures") },
    { name: "Make a first payment", run: () => goTo("#/start") },
    { name: "Open the reference", run: () => location.assign("/docs") },
    {
      name: isPaused.value ? "Resume the list of requests" : "Pause the list of requests",
      run: () => pause(!isPaused.value),
    },
    ...(worldId.value === undefined ? [] : worldCommands),
  ];
  const id = text.trim();
  const words = id.toLowerCase().split(/\s+/);
  return [
    ...(/^[0-9a-f-]{36}$/i.test(id)
      ? [{ name: `Open payment ${id}`, run: () => goTo(`#/payments/${id}`) }]
      : []),
    ...all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))),
  ];
};

/** A list of commands that is filtered by typing; opens with Ctrl-K. */
export const CommandPalette = () => (isOpen.value ? <OpenPalette /> : null);

const OpenPalette = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(
    () =>
      dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [at],
  );
  const commands = listCommands(text);
  const close = () => dialog.current?.close();
  const choose = (command: PaletteCommand | undefined) => {
    close();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((at + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(commands[at]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="sheet palette"
      aria-label="Commands"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands.length === 0 ? undefined : `palette-${at}`}
        aria-label="Command"
        placeholder="Command or payment id"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="commands" role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
          <div
            key={command.name}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(command)}
          >
            {command.name}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p class="quiet">No command matches.</p>}
    </dialog>
  );
};
