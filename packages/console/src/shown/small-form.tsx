import { useId, useRef, useState } from "preact/hooks";

/** A field of a form; a field with choices is a list to choose from. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, words: string])[];
  readonly value?: string;
  readonly placeholder?: string;
  readonly pattern?: string;
  readonly isOptional?: boolean;
}

interface SmallFormProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly button: string;
  /** Returns whether it worked; the fields are then cleared and the form is closed. */
  readonly onSend: (values: Readonly<Record<string, string>>) => Promise<boolean>;
}

/** A form that opens under its title. An empty optional field is not sent. */
export const SmallForm = ({ title, fields, button, onSend }: SmallFormProps) => {
  const box = useRef<HTMLDetailsElement>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement) => {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    setBusy(true);
    const isDone = await onSend(Object.fromEntries(values.filter(([, value]) => value !== "")));
    setBusy(false);
    if (!isDone) return;
    form.reset();
    if (box.current !== null) box.current.open = false;
  };
  return (
    <details class="form" ref={box}>
      <summary>{title}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {fields.map((field) => (
          <Field key={field.name} field={field} />
        ))}
        <button type="submit" class="primary" disabled={isBusy}>
          {button}
        </button>
      </form>
    </details>
  );
};

/** The value is only the first one: set again, it would replace what the user has typed since. */
const Field = ({ field }: { field: FormField }) => {
  const id = useId();
  const { name, label, choices, value = "", placeholder = "", isOptional = false } = field;
  return (
    <div>
      <label for={id}>
        {label}
        {isOptional && <span class="quiet"> optional</span>}
      </label>
      {choices === undefined ? (
        <input
          id={id}
          name={name}
          type="text"
          defaultValue={value}
          placeholder={placeholder}
          pattern={field.pattern}
          required={!isOptional}
          autocomplete="off"
        />
      ) : (
        <select id={id} name={name}>
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice} selected={choice === value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};
