import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { TextInput } from "~/ui/form/fields";

/** Why somebody does what takes money back or withholds it: it has to be said, and is sent as `reason`. */
export const ReasonInput = () => (
  <TextInput
    name="reason"
    label="Reason"
    requiredIndicator
    maxLength={MOST_REFERENCE}
    validate={(value) => (value.trim() ? undefined : "Say why.")}
  />
);
