import { useState } from "react";
import { useForm } from "./form-context";

/**
 * The value of a field that begins with what is stored. When someone else has changed the record since the form was opened, a field that
 * wasn't edited shows what is stored now, and an edited one keeps what was typed. Both say what has changed.
 * @param stored what is stored now
 * @param nameOf a value as the field shows it
 */
export function useStoredValue<Value>(stored: Value, nameOf: (value: Value) => string = String) {
  const { isOutdated } = useForm();
  const [opened] = useState(stored);
  /** What was stored when the field was edited first. */
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored);
  if (isOutdated && stored !== base && value === base) {
    setBase(stored);
    setValue(stored);
  }
  const isChanged = isOutdated && stored !== opened;
  return {
    value,
    setValue,
    base,
    /** For the field's help text; undefined where nothing has changed. */
    change: isChanged ? changeText(nameOf(opened), nameOf(stored)) : undefined,
  };
}

/** As `useStoredValue`, for a set of choices, each of which is a field of its own. */
export function useStoredChoices(stored: readonly string[]) {
  const { isOutdated } = useForm();
  const [opened] = useState(stored);
  const [base, setBase] = useState(stored);
  const [chosen, setChosen] = useState(stored);
  if (isOutdated && String(stored) !== String(base)) {
    const isEdited = (choice: string) => chosen.includes(choice) !== base.includes(choice);
    setBase(stored);
    setChosen(
      [...new Set([...stored, ...chosen])].filter((choice) =>
        (isEdited(choice) ? chosen : stored).includes(choice),
      ),
    );
  }
  return {
    chosen,
    setChosen,
    /** For a choice's help text; undefined where nothing has changed. */
    changeOf(choice: string) {
      const [before, now] = [opened.includes(choice), stored.includes(choice)];
      return isOutdated && before !== now ? changeText(onOff(before), onOff(now)) : undefined;
    },
  };
}

const onOff = (isChosen: boolean) => (isChosen ? "on" : "off");

const changeText = (before: string, now: string) =>
  `Changed from ${quoted(before)} to ${quoted(now)} since you opened this.`;

const quoted = (text: string) => (text.trim() ? `“${text.trim()}”` : "empty");
