import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { SelectInput } from "~/ui/form/fields";
import { giveawayCall } from "../function";
import { ReasonInput } from "./EntrantDialog";
import type { PlaceRow } from "./ListParts";

const STATES = [
  { value: "declined", label: "Declined" },
  { value: "disqualified", label: "Disqualified" },
];

interface PlaceDialogProps {
  giveawayId: number;
  /** The draw's number. */
  draw: number;
  place: PlaceRow;
  onClose(): void;
}

/** Removes a drawn entrant with a reason; for a winner the next alternate moves up. Render it while it is open. */
export default function PlaceDialog({ giveawayId, draw, place, onClose }: PlaceDialogProps) {
  return (
    <FormDialog
      size="small"
      title={`Remove ${place.name}?`}
      submitLabel="Remove"
      destructive
      call={giveawayCall("giveaways.changePlace", { id: giveawayId, draw, rank: place.rank })}
      onClose={onClose}
    >
      <Text as="p">
        {place.state === "winner"
          ? "The next alternate moves up, if one is left. You can restore the winner until that alternate is emailed, and also if the email isn't delivered. The draw itself doesn't change."
          : "They no longer move up. You can restore them later. The draw itself doesn't change."}
      </Text>
      <SelectInput name="state" label="What happened" options={STATES} />
      <ReasonInput />
    </FormDialog>
  );
}
