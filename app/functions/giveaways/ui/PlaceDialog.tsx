import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { SelectInput } from "~/ui/form/fields";
import type { PlaceRow } from "./DrawPage";
import { ReasonInput } from "./EntrantDialog";

const STATES = [
  { value: "declined", label: "Declined" },
  { value: "disqualified", label: "Disqualified" },
];

/** Takes somebody drawn out, with a reason; for a winner the next alternate moves up. Render it while it is open. */
export default function PlaceDialog({ place, onClose }: { place: PlaceRow; onClose(): void }) {
  return (
    <FormDialog
      size="small"
      title={`Take out ${place.name}?`}
      submitLabel="Take out"
      destructive
      hidden={{ intent: "place", rank: String(place.rank) }}
      onClose={onClose}
    >
      <Text as="p">
        {place.state === "winner"
          ? "The next alternate moves up. They can be put back; the draw itself stays as it was made."
          : "They no longer move up. They can be put back; the draw itself stays as it was made."}
      </Text>
      <SelectInput name="state" label="What happened" options={STATES} />
      <ReasonInput />
    </FormDialog>
  );
}
