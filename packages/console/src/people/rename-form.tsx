import { attempt } from "../live/control.ts";
import { refreshSoon } from "../live/world.ts";
import { SmallForm } from "../shown/small-form.tsx";

interface RenameFormProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
}

/** A form that gives a customer or an account another name. */
export const RenameForm = ({ name, onRename }: RenameFormProps) => (
  <SmallForm
    title="Rename"
    button="Save the name"
    fields={[{ name: "name", label: "New name", value: name }]}
    onSend={async ({ name: newName = "" }) => {
      const isDone = await attempt(async () => {
        await onRename(newName);
        return true;
      }, `Renamed ${name} to ${newName}.`);
      refreshSoon();
      return isDone ?? false;
    }}
  />
);
