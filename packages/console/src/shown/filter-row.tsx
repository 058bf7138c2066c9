import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface FilterRowProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  /** Choices that write the search without typing. */
  readonly children: ComponentChildren;
}

/** A search with choices beside it. On a phone the choices open on request. */
export const FilterRow = ({ label, placeholder, value, onInput, children }: FilterRowProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={isOpen ? "filters open" : "filters"}>
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      {children}
    </div>
  );
};
