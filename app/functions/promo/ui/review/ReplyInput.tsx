import { BlockStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import {
  fillReply,
  MAX_REPLY_LENGTH,
  REPLY_USES,
  type ReplyTemplate,
  type ReplyUse,
  type ReplyValues,
} from "~/domain/submissions/reply-text";

interface ReplyInputProps {
  templates: readonly ReplyTemplate[];
  /** What a template can be selected for here. */
  uses: readonly ReplyUse[];
  message: string;
  onChange(message: string): void;
  /** Of the submission. Without them, the placeholders are filled when the message is sent. */
  values?: ReplyValues;
  error?: string;
}

const NO_VALUES: ReplyValues = {};

/** A message to the customer: from a template, or written by the reviewer. It can be edited before it is sent. */
export function ReplyInput({ templates, uses, message, onChange, values, error }: ReplyInputProps) {
  const [templateId, setTemplateId] = useState("");
  // After its message was sent or deleted, a template can be selected again.
  if (!message && templateId) setTemplateId("");
  const groups = uses.flatMap((use) => {
    const options = templates
      .filter((template) => template.use === use)
      .map(({ id, name }) => ({ value: String(id), label: name }));
    return options.length > 0 ? [{ title: REPLY_USES[use], options }] : [];
  });
  const select = (id: string) => {
    setTemplateId(id);
    const template = templates.find((one) => String(one.id) === id);
    if (template) onChange(fillReply(template.text, values ?? NO_VALUES));
  };
  return (
    <BlockStack gap="200">
      {groups.length > 0 && (
        <Select
          label="Reply template"
          labelHidden
          options={[{ value: "", label: "Select Reply Template" }, ...groups]}
          value={templateId}
          onChange={select}
        />
      )}
      <TextField
        label="Message"
        labelHidden
        multiline={3}
        maxHeight={240}
        autoComplete="off"
        maxLength={MAX_REPLY_LENGTH}
        value={message}
        onChange={onChange}
        error={error}
        helpText="Deny and Hold send this message instead of the usual email. Approve doesn't send it."
      />
    </BlockStack>
  );
}
