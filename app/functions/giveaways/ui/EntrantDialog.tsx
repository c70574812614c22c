import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { NumberInput, TextInput } from "~/ui/form/fields";
import { giveawayCall } from "../function";
import { MAX_REASON_LENGTH, MAX_WEIGHT } from "../messages";
import type { EntrantRow } from "./ListParts";

/** The actions on an entrant. */
export type EntrantDialogKind = "weight" | "disqualify" | "reinstate";

const TEXTS: Record<Exclude<EntrantDialogKind, "weight">, { title: string; label: string; what: string }> = {
  disqualify: {
    title: "Disqualify",
    label: "Disqualify",
    what: "They're excluded from future draws. Past draws don't change, and their place stays taken.",
  },
  reinstate: {
    title: "Reinstate",
    label: "Reinstate",
    what: "They take part in future draws again.",
  },
};

const MOST = MAX_WEIGHT.toLocaleString("en-US");

/** Changes an entrant's tickets, or disqualifies or reinstates them. Render it while it is open. */
export default function EntrantDialog({
  kind,
  giveawayId: id,
  entrant,
  onClose,
}: {
  kind: EntrantDialogKind;
  giveawayId: number;
  entrant: EntrantRow;
  onClose(): void;
}) {
  const { number, version } = entrant;
  if (kind === "weight")
    return (
      <FormDialog
        size="small"
        title={`Tickets of ${entrant.name}`}
        submitLabel="Save"
        call={giveawayCall("giveaways.setWeight", { id, number, version })}
        onClose={onClose}
      >
        <NumberInput
          name="weight"
          label="Tickets"
          defaultValue={String(entrant.weight)}
          maxLength={5}
          helpText={`From 1 to ${MOST}. Two tickets double the chance of being drawn.`}
          validate={(text) =>
            /^[1-9]\d*$/.test(text.trim()) && Number(text) <= MAX_WEIGHT
              ? undefined
              : `Tickets must be a whole number from 1 to ${MOST}.`
          }
        />
        <ReasonInput />
      </FormDialog>
    );
  const { title, label, what } = TEXTS[kind];
  return (
    <FormDialog
      size="small"
      title={`${title} ${entrant.name}?`}
      submitLabel={label}
      destructive={kind === "disqualify"}
      call={giveawayCall(`giveaways.${kind}`, { id, number, version })}
      onClose={onClose}
    >
      <Text as="p">{what}</Text>
      <ReasonInput />
    </FormDialog>
  );
}

/** A required reason, which is in the giveaway's history. */
export function ReasonInput({ label = "Reason" }: { label?: string }) {
  return (
    <TextInput
      name="reason"
      label={label}
      maxLength={MAX_REASON_LENGTH}
      multiline={2}
      validate={(text) =>
        text.trim() ? undefined : `Enter a reason of at most ${MAX_REASON_LENGTH} characters.`
      }
    />
  );
}
