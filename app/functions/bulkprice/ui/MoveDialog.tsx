import { Text } from "@shopify/polaris";
import { pluralize } from "~/platform/text/pluralize";
import { FormDialog } from "~/ui/form/FormDialog";
import { MomentInput } from "~/ui/form/MomentInput";
import { priceCall } from "../function";
import type { PriceSelection } from "../schemas";
import { DATE_NOT_VALID } from "../states";

interface MoveDialogProps {
  selection: PriceSelection;
  /** How many they are. */
  prices: number;
  /** ISO 8601: the date of the first of them. */
  from: string;
  onAccepted?(): void;
  onClose(): void;
}

/** Moves scheduled prices to another moment. Render it while it is open. */
export default function MoveDialog({ selection, prices, from, onAccepted, onClose }: MoveDialogProps) {
  return (
    <FormDialog
      title={`Move ${pluralize(prices, "price")}`}
      submitLabel="Move"
      call={priceCall("bulkPrice.move", selection)}
      onAccepted={onAccepted}
      onClose={onClose}
    >
      <Text as="p">Each price begins at the new date. Its end moves by the same time.</Text>
      <MomentInput
        name="to"
        label="New date"
        defaultAt={from}
        problem={DATE_NOT_VALID}
        timeOfDay="12:00:00 AM"
        check={(moment) => (moment > new Date() ? undefined : DATE_NOT_VALID)}
      />
    </FormDialog>
  );
}
