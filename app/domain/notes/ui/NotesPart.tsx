import { BlockStack, Box, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormConflict } from "~/ui/form/ConflictBanner";
import { TextInput } from "~/ui/form/fields";
import { useSavedForm } from "~/ui/form/useSavedForm";
import { Moment } from "~/ui/Moment";
import { isAccepted } from "~/ui/OperationId";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { NOTE_LENGTH } from "../note-length";
import type { LatestNotes, Note } from "../notes.server";
import { noteCall } from "../pages";
import styles from "./NoteItem.module.css";

/** What staff wrote about the person, newest first, and a field for more. */
export function NotesPart({ data: { notes, hasMore }, customerId }: PartProps<LatestNotes>) {
  const fetcher = useFetcher<ActionAnswer>();
  const action = `/customers/${customerId}/notes`;
  // The field is emptied after a saved note. A refused one stays in it.
  const { key, form } = useSavedForm({ fetcher, call: noteCall("notes.add", { id: customerId }) });
  const field = useRef<HTMLDivElement>(null);
  useAddressRequest("note", () => field.current?.querySelector("textarea")?.focus());
  return (
    <BlockStack gap="400">
      <ActionForm key={key} {...form} action={action} isNewWhenChanged>
        <BlockStack gap="200">
          <div ref={field}>
            <TextInput
              name="text"
              label="New note"
              validate={notEmpty}
              multiline={2}
              maxLength={NOTE_LENGTH}
              helpText="All administrators with access to customers can read it."
            />
          </div>
          <InlineStack align="end">
            <Button submit loading={fetcher.state !== "idle"}>
              Add note
            </Button>
          </InlineStack>
        </BlockStack>
      </ActionForm>
      {notes.length === 0 && (
        <Text as="p" tone="subdued">
          This customer has no notes yet.
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

/** What is wrong with a note's text, if anything. */
const notEmpty = (text: string) => (text.trim() ? undefined : "Enter a note.");

/** One note: who wrote it and when; its author may change and delete it. */
function NoteItem({ note, action }: { note: Note; action: string }) {
  const [isEditing, setEditing] = useState(false);
  const removal = useCall();
  return (
    <Box borderBlockStartWidth="025" borderColor="border" paddingBlockStart="300">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="p" tone="subdued">
            <strong>{note.author.name}</strong>, <Moment at={note.at} time />
            {note.editedAt && (
              <>
                , changed <Moment at={note.editedAt} time />
              </>
            )}
          </Text>
          {note.isOwn && !isEditing && (
            <ButtonGroup gap="tight">
              <Button size="slim" variant="tertiary" onClick={() => setEditing(true)}>
                Edit note
              </Button>
              <Button
                size="slim"
                variant="tertiary"
                tone="critical"
                loading={removal.isBusy}
                onClick={() => removal.run(noteCall("notes.remove", { id: note.id }), action)}
              >
                Delete note
              </Button>
            </ButtonGroup>
          )}
        </InlineStack>
        {isEditing ? (
          <NoteForm note={note} action={action} onClose={() => setEditing(false)} />
        ) : (
          <Text as="p">
            <span className={styles.text}>{note.text}</span>
          </Text>
        )}
      </BlockStack>
    </Box>
  );
}

function NoteForm({ note, action, onClose }: { note: Note; action: string; onClose(): void }) {
  const fetcher = useFetcher<ActionAnswer>();
  const saved = fetcher.state === "idle" && isAccepted(fetcher.data);
  const { key, conflict, form } = useSavedForm({
    fetcher,
    call: noteCall("notes.change", { id: note.id, version: note.version }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed once, when the note is saved
  useEffect(() => {
    if (saved) onClose();
  }, [saved]);
  return (
    <ActionForm key={key} {...form} action={action}>
      <BlockStack gap="200">
        {conflict && <FormConflict {...conflict} />}
        <TextInput
          name="text"
          label="Note"
          validate={notEmpty}
          multiline={2}
          maxLength={NOTE_LENGTH}
          defaultValue={note.text}
        />
        <InlineStack align="end">
          <ButtonGroup>
            <Button onClick={onClose}>Cancel</Button>
            <Button submit variant="primary" loading={fetcher.state !== "idle"}>
              Save note
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
    </ActionForm>
  );
}
