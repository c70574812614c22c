import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import { useFetcher } from "~/ui/useFetcher";
import { type LatestNotes, NOTE_LENGTH } from "../schemas";
import { NoteItem, notEmpty } from "./NoteItem";

/** What staff wrote about the person, newest first, and a field for more. */
export function NotesPart({ data: { notes, hasMore }, customerId }: PartProps<LatestNotes>) {
  const fetcher = useFetcher<ActionAnswer>();
  const action = `/customers/${customerId}/notes`;
  // The field is emptied after a saved note. A refused one stays in it.
  const [round, setRound] = useState(0);
  const accepted = isAccepted(fetcher.data) ? fetcher.data : undefined;
  useEffect(() => {
    if (accepted) setRound((count) => count + 1);
  }, [accepted]);
  return (
    <BlockStack gap="400">
      <ActionForm key={round} fetcher={fetcher} action={action} hidden={{ intent: "add" }}>
        <BlockStack gap="200">
          <TextInput
            name="text"
            label="New note"
            validate={notEmpty}
            multiline={2}
            maxLength={NOTE_LENGTH}
            helpText="All administrators with access to customers can read it."
          />
          <InlineStack align="end">
            <Button submit loading={fetcher.state !== "idle"}>
              Add note
            </Button>
          </InlineStack>
        </BlockStack>
      </ActionForm>
      {notes.length === 0 && (
        <Text as="p" tone="subdued">
          This person has no notes yet.
        </Text>
      )}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} action={action} />
      ))}
      {hasMore && (
        <Text as="p" tone="subdued">
          There are older notes. See them in the <Link url={`/activity/customer/${customerId}`}>history</Link>
          .
        </Text>
      )}
    </BlockStack>
  );
}
