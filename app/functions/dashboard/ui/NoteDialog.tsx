import { useState } from "react";
import { isDateText, toIsoDate } from "~/platform/dates/date-text";
import { DayInput } from "~/ui/form/DayInput";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { dashboardCall } from "../function";
import { MAX_NOTE } from "../range";
import type { DayNote } from "../schemas";

interface NoteDialogProps {
  /** YYYY-MM-DD, as `today`. */
  day: string;
  today: string;
  notes: readonly DayNote[];
  onClose(): void;
}

/** Writes, changes or removes the note on a day. Render it while it is open. */
export default function NoteDialog({ day, today, notes, onClose }: NoteDialogProps) {
  const [written, setWritten] = useState(day);
  const chosen = isDateText(written) ? toIsoDate(written) : written;
  const stored = notes.find((note) => note.day === chosen)?.text ?? "";
  // What the day's note was when the day was chosen. Someone else may change it, and what was typed stays.
  const [opened, setOpened] = useState({ day: chosen, text: stored });
  if (opened.day !== chosen) setOpened({ day: chosen, text: stored });
  const [text, setText] = useState(stored);
  return (
    <FormDialog
      title="Note on a day"
      submitLabel="Save"
      incomplete={!isDateText(written) || chosen > today || text.trim() === opened.text}
      call={dashboardCall("dashboard.note", { day: chosen, seen: stored, text: "" })}
      record={chosen}
      onClose={onClose}
    >
      <DayInput
        name="day"
        label="Day"
        defaultDay={day}
        problem="Enter a date, MM/DD/YYYY."
        onValue={setWritten}
      />
      <TextInput
        key={opened.text}
        name="text"
        label="Note"
        optional
        defaultValue={stored}
        maxLength={MAX_NOTE}
        helpText="Everyone with this dashboard sees it. Name no customers. Leave blank for no note."
        onValue={setText}
      />
    </FormDialog>
  );
}
