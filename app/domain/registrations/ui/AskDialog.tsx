import { BlockStack, Modal, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { RefusalBanner } from "~/ui/form/RefusalBanner";
import { useDialogForm } from "~/ui/form/useDialogForm";
import { registrationCall } from "../calls-of-pages";
import { MAX_TEXT_LENGTH, type Reason } from "../reasons/reason";
import type { RegistrationRow } from "../registration-row";
import type { Registration } from "../status";

interface AskDialogProps {
  registration: Registration;
  row: Pick<RegistrationRow, "id" | "displayName" | "email">;
  /** The page that asks, where it isn't the present one. */
  action?: string;
  /** Undefined until they are loaded. */
  questions: readonly Reason[] | undefined;
  onClose(): void;
}

const OWN_WORDS = "";

/** Asks a customer for information, with one of the owner's texts or free text. Render it while it is open. */
export default function AskDialog({ registration, row, action, questions = [], onClose }: AskDialogProps) {
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(onClose);
  const [code, setCode] = useState(OWN_WORDS);

  return (
    <Dialog
      title={`Ask ${row.displayName} for information`}
      onClose={onClose}
      primaryAction={{
        content: "Send the question",
        loading: isBusy,
        onAction: submit,
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          action={action}
          call={registrationCall("questions.ask", { ids: { id: row.id }, registration }, row.displayName)}
        >
          <BlockStack gap="400">
            <RefusalBanner answer={refusal} />
            <Text as="p">
              The question is emailed to {row.email}. Until you decide, {row.displayName} is in “Needs
              information”.
            </Text>
            {questions.length > 0 && (
              <Select
                label="Text"
                options={[
                  { value: OWN_WORDS, label: "Your own words" },
                  ...questions.map(({ code: value, label }) => ({ value, label })),
                ]}
                value={code}
                onChange={(chosen) => !isBusy && setCode(chosen)}
              />
            )}
            {/* Choosing another text resets the field. */}
            <TextInput
              key={code}
              name="text"
              label="Question"
              multiline={4}
              maxLength={MAX_TEXT_LENGTH}
              defaultValue={questions.find((question) => question.code === code)?.text ?? ""}
              requiredIndicator
              validate={(text) => (text.trim() ? undefined : "Enter a question.")}
            />
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}
