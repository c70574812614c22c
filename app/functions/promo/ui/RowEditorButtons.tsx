import { Button } from "@shopify/polaris";
import { FormButtons } from "~/ui/form/FormButtons";
import type { RowEditor } from "./useRowEditor";

interface RowEditorButtonsProps<Row> {
  editor: RowEditor<Row>;
  onDelete(row: Row): void;
}

/** The buttons of a form that adds a row, or edits or deletes the one that was selected. */
export function RowEditorButtons<Row>({ editor, onDelete }: RowEditorButtonsProps<Row>) {
  const { edited, fetcher, deletion, reset } = editor;
  const isSaving = fetcher.state !== "idle";
  const isBusy = isSaving || deletion.isBusy;
  return (
    <FormButtons>
      <Button submit variant="primary" loading={isSaving} disabled={isBusy}>
        {edited ? "Update" : "Add"}
      </Button>
      {edited && (
        <Button tone="critical" loading={deletion.isBusy} disabled={isBusy} onClick={() => onDelete(edited)}>
          Delete
        </Button>
      )}
      <Button disabled={isBusy} onClick={reset}>
        {edited ? "Cancel" : "Clear"}
      </Button>
    </FormButtons>
  );
}
