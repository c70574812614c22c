import { BlockStack, Card, FormLayout, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import {
  MAX_REPLY_LENGTH,
  REPLY_USES,
  type ReplyTemplate,
  type ReplyUse,
  replyPlaceholders,
  replyProblem,
} from "~/domain/submissions/reply-text";
import { CardHeading } from "~/ui/CardHeading";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { RecordForm } from "~/ui/form/RecordForm";
import { latestOf } from "~/ui/list/latest-row";
import { PlainTable } from "~/ui/list/PlainTable";
import { promoCall } from "../../function";
import { type RowEditor, RowEditorButtons, useRowEditor } from "../RowEditor";

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
  const editor = useRowEditor<ReplyRow>();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Reply templates" />
        <div ref={editor.container}>
          <ReplyForm key={editor.formKey} editor={editor} replies={replies} />
        </div>
        {replies.length > 0 ? (
          <PlainTable
            caption="reply templates"
            columns={COLUMNS}
            rows={replies}
            cells={cellsOf(editor.edit)}
          />
        ) : (
          <Text as="p" tone="subdued">
            Add the first template. Reviewers can select it when they deny, hold or answer.
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function ReplyForm({ editor, replies }: { editor: RowEditor<ReplyRow>; replies: readonly ReplyRow[] }) {
  const { fetcher, deletion } = editor;
  const edited = editor.edited && latestOf(editor.edited, replies);
  const [use, setUse] = useState<string>(edited?.use ?? "deny");
  const placeholders = Object.keys(replyPlaceholders(use as ReplyUse)).map((name) => `{{${name}}}`);
  return (
    <RecordForm
      fetcher={fetcher}
      action="/promo/promotions"
      call={edited ? changeOf(edited) : promoCall("promo.createReply", {})}
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
        <RowEditorButtons
          editor={editor}
          onDelete={({ id }) => deletion.run(promoCall("promo.deleteReply", { id }), "/promo/promotions")}
        />
      </FormLayout>
    </RecordForm>
  );
}

/** A change sends the template that it is based on, because someone else may have changed it since. */
const changeOf = ({ id, use, name, text }: ReplyRow) =>
  promoCall("promo.changeReply", { id, before: { use, name, text } });

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
