import { FormLayout, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import { FILE_FORMATS, type FileFormat } from "~/platform/sheets/spreadsheet";
import { type DeliveryInput, problemOfRecipients, SENT_AS, type SentAs } from "../delivery";

interface DeliveryFieldsProps {
  delivery: DeliveryInput;
  onChange(delivery: DeliveryInput): void;
  /** Why the server refused the recipients that it was sent. */
  refusal?: string;
  /** Set after an attempt to send the form. */
  isSubmitted?: boolean;
  disabled?: boolean;
}

const SENT_AS_LABELS: Record<SentAs, string> = {
  link: "A link, for people with access",
  attachment: "The file attached, for anyone",
};

const FORMAT_LABELS: Record<FileFormat, string> = { xlsx: "Excel (xlsx)", csv: "CSV" };

/** Who else gets the email with a file, how the email has the file, and its format. */
export default function DeliveryFields({
  delivery,
  onChange,
  refusal,
  isSubmitted,
  disabled,
}: DeliveryFieldsProps) {
  const [wasLeft, setLeft] = useState(false);
  const invalid = problemOfRecipients(delivery.recipients);
  return (
    <FormLayout>
      <TextField
        label="Also email it to (optional)"
        name="recipients"
        type="text"
        inputMode="email"
        autoComplete="off"
        placeholder="ana@example.com, ben@example.com"
        value={delivery.recipients}
        disabled={disabled}
        onChange={(recipients) => onChange({ ...delivery, recipients })}
        onBlur={() => setLeft(true)}
        error={wasLeft || isSubmitted ? (invalid ?? refusal) : refusal}
        helpText="You always get the email. Separate addresses with commas."
      />
      <FormLayout.Group>
        <Select
          label="The email has"
          name="sendAs"
          disabled={disabled}
          options={SENT_AS.map((value) => ({ value, label: SENT_AS_LABELS[value] }))}
          value={delivery.sendAs}
          onChange={(sendAs) => onChange({ ...delivery, sendAs: sendAs as SentAs })}
        />
        <Select
          label="Format"
          name="format"
          disabled={disabled}
          options={FILE_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={delivery.format}
          onChange={(format) => onChange({ ...delivery, format: format as FileFormat })}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}
