import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { REASON_MOST, WEIGHT_MOST } from "../limits";
import type { EntrantRow } from "./EntrantsPage";

/** What can be done with an entrant. */
export type EntrantDialogKind = "weight" | "disqualify" | "reinstate";

const WORDS: Record<Exclude<EntrantDialogKind, "weight">, { title: string; label: string; what: string }> = {
  disqualify: {
    title: "Disqualify",
    label: "Disqualify",
    what: "They are left out of the draws to come. Draws that were made stay as they are, and their place stays taken.",
  },
  reinstate: {
    title: "Reinstate",
    label: "Reinstate",
    what: "They take part in the draws to come again.",
  },
};

const MOST = WEIGHT_MOST.toLocaleString("en-US");

/** Changes an entrant's tickets, or says with a reason whether they take part. Render it while it is open. */
export default function EntrantDialog({
  kind,
  entrant,
  onClose,
}: {
  kind: EntrantDialogKind;
  entrant: EntrantRow;
  onClose(): void;
}) {
  const hidden = { intent: kind, number: String(entrant.number), version: String(entrant.version) };
  if (kind === "weight")
    return (
      <FormDialog
        size="small"
        title={`Tickets of ${entrant.name}`}
        submitLabel="Save"
        hidden={hidden}
        onClose={onClose}
      >
        <TextInput
          name="weight"
          label="Tickets"
          defaultValue={String(entrant.weight)}
          inputMode="numeric"
          maxLength={5}
          helpText={`From 1 to ${MOST}. With two tickets somebody is twice as likely to be drawn.`}
          validate={(text) =>
            /^[1-9]\d*$/.test(text.trim()) && Number(text) <= WEIGHT_MOST
              ? undefined
              : `Tickets must be a whole number from 1 to ${MOST}.`
          }
        />
      </FormDialog>
    );
  const { title, label, what } = WORDS[kind];
  return (
    <FormDialog
      size="small"
      title={`${title} ${entrant.name}?`}
      submitLabel={label}
      destructive={kind === "disqualify"}
      hidden={hidden}
      onClose={onClose}
    >
      <Text as="p">{what}</Text>
      <ReasonInput />
    </FormDialog>
  );
}

/** Why something is done; it stands in the history. */
export function ReasonInput({ label = "Reason" }: { label?: string }) {
  return (
    <TextInput
      name="reason"
      label={label}
      maxLength={REASON_MOST}
      multiline={2}
      validate={(text) => (text.trim() ? undefined : `Write why, in at most ${REASON_MOST} characters.`)}
    />
  );
}
