import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type DocumentationPage,
  type Found,
  findKnown,
  findStored,
  readDocumentation,
} from "./find-known.ts";
import { type PaletteCommand, stepThrough } from "./palette-commands.ts";

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

/** Finds commands, requests, payments, people, TPPs and documentation; opens with Ctrl-K. */
export const CommandPalette = () => (isOpen.value ? <OpenPalette /> : null);

let documentation: Promise<readonly DocumentationPage[]> | undefined;

/** Reads the list of pages when the palette is first opened. Without it, they are not found. */
const useDocumentation = (): readonly DocumentationPage[] => {
  const [pages, setPages] = useState<readonly DocumentationPage[]>([]);
  useEffect(() => {
    documentation ??= readDocumentation();
    documentation.then(setPages, () => {
      documentation = undefined;
    });
  }, []);
  return pages;
};

const settledMs = 150;

/** Searches in the sandbox once the text has not changed for a moment. */
const useStored = (text: string): readonly Found[] => {
  const [found, setFound] = useState<{ text: string; found: readonly Found[] }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      findStored(text).then(
        (stored) => isCurrent && setFound({ text, found: stored }),
        // The top bar says that the sandbox is away.
        () => undefined,
      );
    }, settledMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found?.text === text ? found.found : [];
};

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
  const commands = [...findKnown(text, useDocumentation()), ...useStored(text)];
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
      aria-label="Search"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands.length === 0 ? undefined : `palette-${at}`}
        aria-label="Search everything"
        placeholder="Command, request, payment, person, TPP or page"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="commands" role="listbox" aria-label="Found">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
          <div
            key={command.key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(command)}
          >
            <span class="cut">{command.name}</span>
            {command.kind !== "command" && <span class="quiet">{command.kind}</span>}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p class="quiet">Nothing matches.</p>}
    </dialog>
  );
};
