import { BlockStack, Modal, Select, Text } from "@shopify/polaris";
import { useCallback, useRef, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { RefusalBanner } from "~/ui/form/ConflictBanner";
import { TextInput } from "~/ui/form/fields";
import { useDialogForm } from "~/ui/form/useDialogForm";
import { formatCount } from "~/ui/numbers";
import { registrationCall } from "../calls-of-pages";
import { MAX_TEXT_LENGTH, type Reason } from "../reasons/reason";
import type { RegistrationRow } from "../registration-row.server";
import { REGISTRATIONS, type Registration } from "../status";
import type { Many } from "./useDecisions";

interface AskDialogProps {
  registration: Registration;
  /** One customer, or how many of them. */
  who: Pick<RegistrationRow, "id" | "displayName" | "email"> | { many: Many; count: number };
  /** The page that asks, where it isn't the present one. */
  action?: string;
  /** Undefined until they are loaded. */
  questions: readonly Reason[] | undefined;
  onClose(): void;
  /** The server has taken the question. */
  onAsked?(): void;
}

const OWN_WORDS = "";

/** Asks one customer, or many, for information, with one of the owner's texts or free text. Render it while it is open. */
export default function AskDialog(props: AskDialogProps) {
  const { registration, who, action, questions = [], onClose, onAsked } = props;
  const done = useCallback(() => {
    onAsked?.();
    onClose();
  }, [onAsked, onClose]);
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(done);
  const [code, setCode] = useState(OWN_WORDS);
  /** The text of each choice as it was typed: choosing another one and coming back loses nothing. */
  const typed = useRef(new Map<string, string>());
  const keepTyped = useCallback((text: string) => void typed.current.set(code, text), [code]);
  // Texts that arrive later move nothing.
  const [isPlaceKept] = useState(props.questions === undefined);

  return (
    <Dialog
      title={`Ask ${nameOf(registration, who)} for information`}
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
          call={
            "many" in who
              ? registrationCall("questions.askMany", { registration, ...who.many })
              : registrationCall("questions.ask", { ids: { id: who.id }, registration }, who.displayName)
          }
        >
          <BlockStack gap="400">
            <RefusalBanner answer={refusal} />
            <Text as="p">
              {"many" in who
                ? "Each of them gets the question by email, and is in “Needs information” until you decide. They are asked in the background, each with an outcome of their own."
                : `The question is emailed to ${who.email}. Until you decide, ${who.displayName} is in “Needs information”.`}
            </Text>
            {(isPlaceKept || questions.length > 0) && (
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
              defaultValue={
                typed.current.get(code) ?? questions.find((question) => question.code === code)?.text ?? ""
              }
              onValue={keepTyped}
              requiredIndicator
              validate={(text) => (text.trim() ? undefined : "Enter a question.")}
            />
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}

function nameOf(registration: Registration, who: AskDialogProps["who"]): string {
  if (!("many" in who)) return who.displayName;
  const { one, many } = REGISTRATIONS[registration].noun;
  return `${formatCount(who.count)} ${who.count === 1 ? one : many}`;
}
