import { Modal } from "@shopify/polaris";
import { Dialog } from "~/ui/Dialog";
import { type DeliveryInput, problemOfRecipients } from "../delivery";
import DeliveryFields from "./DeliveryFields";

interface RecipientsDialogProps {
  delivery: DeliveryInput;
  onChange(delivery: DeliveryInput): void;
  /** Why the server refused the recipients that it was sent. */
  refusal?: string;
  /** Set after an attempt to leave with an address that isn't valid. */
  isSubmitted: boolean;
  /** Called by Done with an address that isn't valid. */
  onRefuse(): void;
  onClose(): void;
}

/** The recipients and the format of a file that a button of the page creates. What is entered stays when it is closed. */
export default function RecipientsDialog(props: RecipientsDialogProps) {
  const { delivery, onChange, refusal, isSubmitted, onRefuse, onClose } = props;
  const isValid = problemOfRecipients(delivery.recipients) === undefined;
  return (
    <Dialog
      title="Recipients and format"
      onClose={onClose}
      primaryAction={{ content: "Done", onAction: isValid ? onClose : onRefuse }}
    >
      <Modal.Section>
        <DeliveryFields delivery={delivery} onChange={onChange} refusal={refusal} isSubmitted={isSubmitted} />
      </Modal.Section>
    </Dialog>
  );
}
