import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { listCommands, type PaletteCommand, stepThrough } from "./palette-commands.ts";

const isOpen = signal(false);

export const openPalette = (): void => {
  isOpen.value = true;
};

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openPalette();
  }
  const { target } = event;
  const isTyping = target instanceof Element && target.matches("input, textarea, select");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  }
  if (event.key === "Escape" && !isTyping && document.querySelector("dialog[open]") === null) {
    document.querySelector<HTMLAnchorElement>("a.close")?.click();
  }
});

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
      setAt(stepThrough(commands.length, at, step));
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
