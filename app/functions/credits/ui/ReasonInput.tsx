import { MAX_REFERENCE_LENGTH } from "~/domain/ledger/posting";
import { TextInput } from "~/ui/form/fields";

/** The required reason for taking or withholding money, sent as `reason`. */
export const ReasonInput = () => (
  <TextInput
    name="reason"
    label="Reason"
    requiredIndicator
    maxLength={MAX_REFERENCE_LENGTH}
    validate={(value) => (value.trim() ? undefined : "Enter a reason.")}
  />
);
