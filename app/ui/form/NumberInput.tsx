import { TextInput, type TextInputProps } from "./fields";

/** A whole number. Blank is null. */
export function NumberInput(
  props: Pick<
    TextInputProps,
    "name" | "label" | "defaultValue" | "helpText" | "validate" | "suffix" | "maxLength" | "onValue"
  >,
) {
  return <TextInput {...props} inputMode="numeric" sent={numberIn} />;
}

/** A text that isn't a number is sent unchanged, and the call refuses it. */
function numberIn(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}
