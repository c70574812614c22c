import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, Link, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import {
  MAX_REPLY_LENGTH,
  REPLY_USES,
  type ReplyTemplate,
  type ReplyUse,
  replyPlaceholders,
  replyProblem,
} from "~/domain/submissions/reply-text";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "~/ui/CardHeading";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormButtons } from "~/ui/form/FormButtons";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { PlainTable } from "~/ui/list/PlainTable";
import { useOperation } from "~/ui/useOperation";
import { useAccepted } from "../useAccepted";
import { useFirstFieldFocus } from "../useFirstFieldFocus";

type ReplyRow = Omit<ReplyTemplate, "id"> & { id: string };

const COLUMNS = [
  { key: "name", title: "Name", narrow: "title" },
  { key: "use", title: "For" },
  { key: "text", title: "Text" },
] as const;

const USES = Object.entries(REPLY_USES).map(([value, label]) => ({ value, label }));
const MAX_NAME_LENGTH = 120;
const SHOWN_LENGTH = 80;

/** The texts that reviewers can send to customers, with a form: to add one, or to edit the one that was selected. */
export function ReplyTemplates({ replies }: { replies: readonly ReplyRow[] }) {
  const [edited, setEdited] = useState<ReplyRow | null>(null);
  // Another key empties the form.
  const [round, setRound] = useState(0);
  const fetcher = useFetcher<ActionAnswer>();
  const deletion = useOperation();
  const reset = () => {
    setEdited(null);
    setRound((count) => count + 1);
  };
  useAccepted(fetcher.state === "idle" ? fetcher.data : undefined, reset);
  useAccepted(deletion.isBusy ? undefined : deletion.answer, reset);
  const isBusy = fetcher.state !== "idle" || deletion.isBusy;
  const formKey = `${edited?.id ?? "new"} ${round}`;
  const container = useFirstFieldFocus(formKey);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Reply templates" />
        <div ref={container}>
          <ReplyForm key={formKey} fetcher={fetcher} edited={edited}>
            <Button submit variant="primary" loading={fetcher.state !== "idle"} disabled={isBusy}>
              {edited ? "Update" : "Add"}
            </Button>
            {edited && (
              <Button
                tone="critical"
                loading={deletion.isBusy}
                disabled={isBusy}
                onClick={() => deletion.run({ intent: "deleteReply", id: edited.id }, "/promo/promotions")}
              >
                Delete
              </Button>
            )}
            <Button disabled={isBusy} onClick={reset}>
              {edited ? "Cancel" : "Clear"}
            </Button>
          </ReplyForm>
        </div>
        {replies.length > 0 ? (
          <PlainTable caption="reply templates" columns={COLUMNS} rows={replies} cells={cellsOf(setEdited)} />
        ) : (
          <Text as="p" tone="subdued">
            Add the first template. Reviewers can select it when they deny, hold or answer.
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function ReplyForm({
  fetcher,
  edited,
  children,
}: {
  fetcher: ReturnType<typeof useFetcher<ActionAnswer>>;
  edited: ReplyRow | null;
  children: ReactNode;
}) {
  const [use, setUse] = useState<string>(edited?.use ?? "deny");
  const placeholders = Object.keys(replyPlaceholders(use as ReplyUse)).map((name) => `{{${name}}}`);
  return (
    <ActionForm
      fetcher={fetcher}
      action="/promo/promotions"
      hidden={edited ? { intent: "changeReply", id: edited.id } : { intent: "createReply" }}
    >
      <FormLayout>
        <FormLayout.Group condensed>
          <TextInput
            name="name"
            label="Template name"
            defaultValue={edited?.name}
            maxLength={MAX_NAME_LENGTH}
          />
          <SelectInput
            name="use"
            label="For"
            options={USES}
            defaultValue={edited?.use ?? "deny"}
            onValue={setUse}
          />
        </FormLayout.Group>
        <TextInput
          name="text"
          label="Text"
          multiline={4}
          defaultValue={edited?.text}
          maxLength={MAX_REPLY_LENGTH}
          helpText={`Placeholders: ${placeholders.join(", ")}`}
          validate={(text) => replyProblem(text, use as ReplyUse) ?? undefined}
        />
        <FormButtons>{children}</FormButtons>
      </FormLayout>
    </ActionForm>
  );
}

const cellsOf = (edit: (row: ReplyRow) => void) => ({
  name: (row: ReplyRow) => (
    <Link removeUnderline accessibilityLabel={`Edit ${row.name}`} onClick={() => edit(row)}>
      {row.name}
    </Link>
  ),
  use: ({ use }: ReplyRow) => REPLY_USES[use],
  text: ({ text }: ReplyRow) =>
    text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).trimEnd()}…` : text,
});
