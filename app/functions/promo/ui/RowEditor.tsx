import type { FetcherWithComponents } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { FormButtons } from "~/ui/form/ActionForm";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";

/**
 * Moves the focus into a form's first field when the form is filled or emptied: the button that did it may be gone.
 * @param formKey another one for another content of the form
 */
function useFirstFieldFocus(formKey: number): RefObject<HTMLDivElement> {
  const container = useRef<HTMLDivElement>(null);
  const shownKey = useRef(formKey);
  useEffect(() => {
    if (shownKey.current === formKey) return;
    shownKey.current = formKey;
    container.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [formKey]);
  return container;
}

/** Calls back once for each answer that accepted its input. */
function useAccepted(answer: ActionAnswer | undefined, onAccepted: () => void): void {
  const settled = useRef<ActionAnswer>();
  const callback = useRef(onAccepted);
  callback.current = onAccepted;
  useEffect(() => {
    if (!answer || settled.current === answer || !isAccepted(answer)) return;
    settled.current = answer;
    callback.current();
  }, [answer]);
}

/** A form that adds a row to a list, or edits the one that was selected. */
export interface RowEditor<Row> {
  /** Null when the form adds a row. */
  edited: Row | null;
  edit(row: Row): void;
  /** Submits the form. */
  fetcher: FetcherWithComponents<ActionAnswer>;
  deletion: ReturnType<typeof useCall>;
  /** Empties the form. */
  reset(): void;
  /** Another one for another content of the form. */
  formKey: number;
  /** The element around the form. */
  container: RefObject<HTMLDivElement>;
}

/** The state of such a form. It is emptied when a change or a deletion is accepted. */
export function useRowEditor<Row>(): RowEditor<Row> {
  const [edited, setEdited] = useState<Row | null>(null);
  const [formKey, setFormKey] = useState(0);
  const fetcher = useFetcher<ActionAnswer>();
  const deletion = useCall();
  // Also for the row that is edited already: someone else may have changed it since.
  const edit = (row: Row | null) => {
    setEdited(row);
    setFormKey((key) => key + 1);
  };
  const reset = () => edit(null);
  useAccepted(fetcher.state === "idle" ? fetcher.data : undefined, reset);
  useAccepted(deletion.isBusy ? undefined : deletion.answer, reset);
  const container = useFirstFieldFocus(formKey);
  // Another row would be shown with the answer to this one, and then be emptied.
  const isBusy = fetcher.state !== "idle" || deletion.isBusy;
  const choose = (row: Row) => !isBusy && edit(row);
  return { edited, edit: choose, fetcher, deletion, reset, formKey, container };
}

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
