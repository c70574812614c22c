import { FormLayout, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import { US_STATES } from "~/domain/ups/us-states";
import {
  type EditedAddress,
  MAX_ADDRESS_LENGTH,
  MAX_CITY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_ZIP_LENGTH,
} from "../return-rules";

interface AddressFieldsProps {
  value: EditedAddress;
  problems: Partial<Record<keyof EditedAddress, string>>;
  /** Shows the problems of all fields. */
  showsAll: boolean;
  /** It is being submitted. */
  isBusy: boolean;
  onChange(value: EditedAddress): void;
}

const STATES = [
  { value: "", label: "Choose a state" },
  ...Object.entries(US_STATES).map(([value, label]) => ({ value, label })),
];

/** The address that the package is sent from. A problem is shown after its field was left, or after a submit. */
export function AddressFields({ value, problems, showsAll, isBusy, onChange }: AddressFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problemOf = (name: keyof EditedAddress) => (showsAll || left.has(name) ? problems[name] : undefined);
  const field = (name: keyof EditedAddress, label: string, maxLength: number, helpText?: string) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      helpText={helpText}
      value={value[name]}
      error={problemOf(name)}
      readOnly={isBusy}
      onChange={(text) => onChange({ ...value, [name]: text })}
      onBlur={() => setLeft(new Set([...left, name]))}
    />
  );
  return (
    <FormLayout>
      {field(
        "address",
        "Address",
        MAX_ADDRESS_LENGTH,
        `With the apartment, at most ${MAX_ADDRESS_LENGTH} characters.`,
      )}
      <FormLayout.Group>
        {field("city", "City", MAX_CITY_LENGTH)}
        <Select
          label="State"
          options={STATES}
          value={value.state}
          error={problemOf("state")}
          onChange={(state) => !isBusy && onChange({ ...value, state })}
          onBlur={() => setLeft(new Set([...left, "state"]))}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        {field("zipcode", "ZIP code", MAX_ZIP_LENGTH)}
        {field("phone", "Phone", MAX_PHONE_LENGTH)}
      </FormLayout.Group>
      <TextField label="Country" autoComplete="off" value="United States" readOnly />
    </FormLayout>
  );
}
