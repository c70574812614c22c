import { currencySymbol } from "~/platform/money/currency";
import { useFrame } from "../frame";
import { TextInput, type TextInputProps } from "./fields";

/** An amount in the shop's currency, as text. A call is sent null for a blank one. */
export function MoneyInput(
  props: Pick<TextInputProps, "name" | "label" | "defaultValue" | "helpText" | "validate" | "onValue">,
) {
  const { currency } = useFrame().shop;
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      prefix={currencySymbol(currency)}
      sent={(text) => text.trim() || null}
    />
  );
}
