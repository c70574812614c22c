import { Banner, BlockStack, Button, Card, DescriptionList, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { placeholderProblem, renderMail, type Wording } from "~/core/mail/render";
import { MailPreview } from "~/core/mail/ui/MailPreview";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "~/ui/CardHeading";
import { FormPage } from "~/ui/FormPage";
import { TextInput } from "~/ui/form/fields";
import { lazyPart } from "~/ui/lazy-part";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../../function";
import type { EditedText } from "../../mail/change.server";
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "../../mail/limits";

/** The editor of an email's subject and text, with its placeholders and a live preview. */
export function MailTextPage({ text }: { text: EditedText }) {
  const fetcher = useFetcher<ActionAnswer>();
  const [wording, setWording] = useState<Wording>({ subject: text.subject, body: text.body });
  useListRefresh("settings");
  const setSubject = useCallback((subject: string) => setWording((now) => ({ ...now, subject })), []);
  const setBody = useCallback((body: string) => setWording((now) => ({ ...now, body })), []);
  const placeholders = useMemo(
    () => Object.fromEntries(text.placeholders.map(({ name, ...placeholder }) => [name, placeholder])),
    [text.placeholders],
  );
  const problemIn = (where: "subject" | "text") => (value: string) =>
    value.trim() === ""
      ? "Must not be empty."
      : (placeholderProblem(value, placeholders, where) ?? undefined);

  return (
    <FormPage
      title={text.name}
      subtitle={text.when}
      backAction={{ content: "Mail", url: "/settings/mail" }}
      fetcher={fetcher}
      call={settingsCall("mailSettings.saveText", {
        id: text.id,
        seen: { subject: text.subject, body: text.body },
      })}
      below={(isDirty) => (
        <>
          <Preview wording={wording} placeholders={placeholders} />
          <TryText id={text.id} wording={wording} />
          {text.isOwn && <ResetText id={text.id} name={text.name} isDirty={isDirty} />}
        </>
      )}
    >
      {text.fault && (
        <Banner tone="critical" title="This text needs a correction">
          {text.fault} Correct it below and save. Until then each mail has its link after the text.
        </Banner>
      )}
      <TextInput
        name="subject"
        label="Subject"
        maxLength={MAX_SUBJECT_LENGTH}
        defaultValue={text.subject}
        onValue={setSubject}
        validate={problemIn("subject")}
      />
      <TextInput
        name="body"
        label="Text"
        multiline={12}
        maxLength={MAX_BODY_LENGTH}
        helpText="Plain text. An empty line starts a new paragraph. Web addresses become links."
        defaultValue={text.body}
        onValue={setBody}
        validate={problemIn("text")}
      />
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          Placeholders
        </Text>
        <DescriptionList
          gap="tight"
          items={text.placeholders.map(({ name, meaning, example }) => ({
            term: `{{${name}}}`,
            description: `${meaning}, for example “${example}”`,
          }))}
        />
      </BlockStack>
    </FormPage>
  );
}

type Placeholders = Parameters<typeof renderMail>[2];

/** The rendered email, or its error. */
function Preview({ wording, placeholders }: { wording: Wording; placeholders: Placeholders }) {
  const problem =
    placeholderProblem(wording.subject, placeholders, "subject") ??
    placeholderProblem(wording.body, placeholders, "text");
  const examples = Object.fromEntries(
    Object.entries(placeholders).map(([name, { example }]) => [name, example]),
  );
  const mail = problem ? null : renderMail(wording, examples, placeholders);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Preview">With example values.</CardHeading>
        {mail ? (
          <MailPreview subject={mail.subject} html={mail.html} />
        ) : (
          <Text as="p" tone="critical">
            {problem}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

/** Sends the edited text, saved or not, to its editor. */
export function TryText({ id, wording }: { id: string; wording: Wording }) {
  const { run, isBusy } = useCall();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Test email">
          The text above with example values, to your own address. You don't need to save it first.
        </CardHeading>
        <InlineStack>
          <Button
            loading={isBusy}
            onClick={() => run(settingsCall("mailSettings.sendTest", { id, ...wording }))}
          >
            Send a test email to me
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ResetTextProps {
  id: string;
  name: string;
  /** The form has unsaved changes. A reset wouldn't replace them. */
  isDirty: boolean;
}

/** Resets a text to the default. */
function ResetText({ id, name, isDirty }: ResetTextProps) {
  const { run, isBusy, answer } = useCall();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (answer) setAsking(false);
  }, [answer]);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Your own text">
          {isDirty ? "Save or discard your changes first." : "This text differs from the default."}
        </CardHeading>
        <InlineStack>
          <Button disabled={isDirty} onClick={() => setAsking(true)}>
            Reset to the default
          </Button>
        </InlineStack>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Reset “${name}”?`}
            confirmLabel="Reset"
            destructive
            busy={isBusy}
            onConfirm={() => run(settingsCall("mailSettings.resetText", { id }))}
            onClose={() => setAsking(false)}
          >
            Your own subject and text are deleted. Emails that were sent don't change.
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}
