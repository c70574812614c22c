import { BlockStack, Link } from "@shopify/polaris";
import { CardLink } from "~/domain/customers/ui/RecordPart";
import HistoryModal from "~/ui/HistoryModal";
import type { RegistrationRow } from "../registration-row.server";
import { Remark } from "./Remark";
import { UndoLast } from "./UndoLast";

interface RegistrationHistoryProps {
  row: RegistrationRow;
  /** The list that it was opened from, for the customer's card. */
  cardSearch: string;
  onClose(): void;
}

/** A customer's history, with the way to the card, the undo of the last decision, and the emails. */
export default function RegistrationHistory({ row, cardSearch, onClose }: RegistrationHistoryProps) {
  const customerId = row.id.split("/").pop() ?? "";
  return (
    <HistoryModal name={row.displayName} url={`/activity/customer/${customerId}`} onClose={onClose}>
      <BlockStack gap="300">
        <Remark remark={row.remark} />
        <CardLink id={row.id} search={cardSearch} />
        <UndoLast customerId={customerId} onUndone={onClose} />
        <Link url={`/mail?q=${customerId}`}>{`Emails about ${row.displayName}`}</Link>
      </BlockStack>
    </HistoryModal>
  );
}
