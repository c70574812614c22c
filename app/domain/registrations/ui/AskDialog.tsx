import { useFetcher } from "@remix-run/react";
import { BlockStack, Modal, Select, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { CustomerListRow } from "~/domain/customers/row";
import type { ActionAnswer } from "~/platform/notice";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { type Reason, TEXT_LENGTH } from "../reasons/reason";

interface AskDialogProps {
  row: Pick<CustomerListRow, "id" | "displayName" | "email">;
  /** The page that asks, where it isn't the present one. */
  action?: string;
  /** Undefined until they are loaded. */
  questions: readonly Reason[] | undefined;
  onClose(): void;
}

const OWN_WORDS = "";

/** Asks a customer for information, with one of the owner's texts or free text. Render it while it is open. */
export default function AskDialog({ row, action, questions = [], onClose }: AskDialogProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState(OWN_WORDS);
  useHoldRefresh(true);
  const isAsked = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isAsked) onClose();
  }, [isAsked, onClose]);

  return (
    <Dialog
      title={`Ask ${row.displayName} for information`}
      onClose={onClose}
      primaryAction={{
        content: "Send the question",
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          action={action}
          hidden={{ intent: "ask", customerId: row.id, name: row.displayName }}
        >
          <BlockStack gap="400">
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
                onChange={setCode}
              />
            )}
            {/* Choosing another text resets the field. */}
            <TextInput
              key={code}
              name="text"
              label="Question"
              multiline={4}
              maxLength={TEXT_LENGTH}
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
