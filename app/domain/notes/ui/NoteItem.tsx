import { BlockStack, Box, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { Moment } from "~/ui/Moment";
import { isAccepted } from "~/ui/OperationId";
import { useFetcher } from "~/ui/useFetcher";
import { NOTE_LENGTH, type Note } from "../schemas";
import styles from "./NoteItem.module.css";

/** What is wrong with a note's text, if anything. */
export const notEmpty = (text: string) => (text.trim() ? undefined : "Enter a note.");

/** One note: who wrote it and when; its author may change and delete it. */
export function NoteItem({ note, action }: { note: Note; action: string }) {
  const [isEditing, setEditing] = useState(false);
  const removal = useFetcher<ActionAnswer>();
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
                loading={removal.state !== "idle"}
                onClick={() =>
                  removal.submit({ intent: "remove", noteId: note.id }, { method: "post", action })
                }
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
  // The card may load a newer version while the note is edited.
  const [version] = useState(String(note.version));
  const saved = fetcher.state === "idle" && isAccepted(fetcher.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed once, when the note is saved
  useEffect(() => {
    if (saved) onClose();
  }, [saved]);
  return (
    <ActionForm fetcher={fetcher} action={action} hidden={{ intent: "change", noteId: note.id, version }}>
      <BlockStack gap="200">
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
