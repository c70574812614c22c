import { BlockStack, Modal, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { Dialog } from "~/ui/Dialog";
import { useCall } from "~/ui/useCall";
import { priceCall } from "../function";

interface SkuListDialogProps {
  /** @param id of the stored list */
  onStored(id: string): void;
  onClose(): void;
}

/** Takes a list of SKUs, such as a column of a spreadsheet. Render it while it is open. */
export default function SkuListDialog({ onStored, onClose }: SkuListDialogProps) {
  const [text, setText] = useState("");
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const id = (answer?.value as { id: string } | undefined)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, although the handlers are new in each rendering
  useEffect(() => {
    if (!id) return;
    onClose();
    onStored(id);
  }, [id]);
  return (
    <Dialog
      title="Enter SKUs"
      onClose={onClose}
      primaryAction={{
        content: "Choose these SKUs",
        disabled: text.trim() === "",
        loading: isBusy,
        onAction: () => run(priceCall("priceWorkbench.storeSkus", { text })),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="200">
          <TextField
            label="SKUs"
            autoComplete="off"
            multiline={8}
            maxHeight={320}
            value={text}
            onChange={setText}
            error={answer?.fieldErrors?.text}
            helpText="One per line, or separated by commas, semicolons or tabs. Upper and lower case are different."
          />
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
