import { Banner, Modal } from "@shopify/polaris";
import { Dialog } from "~/ui/Dialog";
import type { Editor } from "./useEditor";

/** Said in the place of the edit dialog when the customer could not be loaded. */
export function EditProblem({ editor: { problem, opening, retry, close } }: { editor: Editor }) {
  if (problem === null) return null;
  return (
    <Dialog
      title="Edit"
      onClose={close}
      primaryAction={{ content: "Try again", loading: opening !== null, onAction: retry }}
      secondaryActions={[{ content: "Close", onAction: close }]}
    >
      <Modal.Section>
        <Banner tone="critical">{problem}</Banner>
      </Modal.Section>
    </Dialog>
  );
}
