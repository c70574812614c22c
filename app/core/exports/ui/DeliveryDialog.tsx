import { Text } from "@shopify/polaris";
import { useState } from "react";
import type { PageCall } from "~/platform/page-call";
import { FormDialog } from "~/ui/form/FormDialog";
import { type DeliveryInput, OWN_LINK } from "../delivery";
import { DeliveryPart } from "./DeliveryPart";

interface DeliveryDialogProps {
  title: string;
  /** What is exported, as a sentence: "What the list shows now." */
  what: string;
  callOf(delivery: DeliveryInput): PageCall;
  onClose(): void;
}

/** Asks who gets the file of an export, and how, before its job starts. */
export default function DeliveryDialog({ title, what, callOf, onClose }: DeliveryDialogProps) {
  const [delivery, setDelivery] = useState<DeliveryInput>({ ...OWN_LINK, sendAs: "attachment" });
  return (
    <FormDialog title={title} submitLabel="Export" call={callOf(delivery)} onClose={onClose}>
      <Text as="p">{what}</Text>
      <DeliveryPart delivery={delivery} onChange={setDelivery} />
    </FormDialog>
  );
}
