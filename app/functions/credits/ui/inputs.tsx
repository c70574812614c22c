import { MAX_REFERENCE_LENGTH } from "~/domain/ledger/posting";
import { DayInput } from "~/ui/form/DayInput";
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

interface ReferenceInputProps {
  defaultValue?: string;
  helpText?: string;
  onValue(reference: string): void;
}

/** What a posting is for, sent as `reference`. */
export const ReferenceInput = (props: ReferenceInputProps) => (
  <TextInput
    name="reference"
    label="Reference"
    maxLength={MAX_REFERENCE_LENGTH}
    validate={(value) => (value.trim() ? undefined : "Enter a reference.")}
    {...props}
  />
);

/** The last day of a credit, sent as `expirationDate`. */
export const ExpirationInput = ({ onValue }: { onValue(day: string): void }) => (
  <DayInput
    name="expirationDate"
    label="Expires"
    defaultDay=""
    optional
    onValue={onValue}
    problem="A day, MM/DD/YYYY."
    helpText="Good until the end of this day (UTC). Leave blank for credit that doesn't expire."
  />
);
