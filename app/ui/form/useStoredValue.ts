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
    change: isChanged
      ? `Changed from ${quoted(nameOf(opened))} to ${quoted(nameOf(stored))} since you opened this.`
      : undefined,
  };
}

const quoted = (text: string) => (text.trim() ? `“${text.trim()}”` : "empty");
