import { useState } from "react";
import { CellInput } from "~/ui/list/CellInput";

/** A minus and 6 digits. */
const ORDER = /^-?\d{1,6}$/;
const UNFINISHED = /^-?$/;

/** Text of an order, for an input that takes whole numbers only and ignores everything else. */
export function useOrderText(order: number, onOrder: (order: number) => void) {
  const [text, setText] = useState(String(order));
  return {
    // An order that was set from elsewhere replaces the text.
    value: ORDER.test(text) && Number(text) !== order ? String(order) : text,
    onText(next: string) {
      if (ORDER.test(next)) {
        setText(next);
        onOrder(Number(next));
      } else if (UNFINISHED.test(next)) setText(next);
    },
    onBlur: () => setText(String(order)),
  };
}

interface OrderInputProps {
  label: string;
  order: number;
  isChanged: boolean;
  readOnly: boolean;
  onOrder(order: number): void;
}

/** The editable order in a grid. */
export function OrderInput({ label, order, isChanged, readOnly, onOrder }: OrderInputProps) {
  const { value, onText, onBlur } = useOrderText(order, onOrder);
  return (
    <CellInput
      aria-label={label}
      value={value}
      isChanged={isChanged}
      readOnly={readOnly}
      inputMode="numeric"
      onChange={({ target }) => onText(target.value)}
      onBlur={onBlur}
    />
  );
}
