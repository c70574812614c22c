import type { FetcherWithComponents } from "@remix-run/react";
import { type RefObject, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { useFetcher } from "~/ui/useFetcher";
import { useOperation } from "~/ui/useOperation";
import { useAccepted } from "./useAccepted";
import { useFirstFieldFocus } from "./useFirstFieldFocus";

/** A form that adds a row to a list, or edits the one that was selected. */
export interface RowEditor<Row> {
  /** Null when the form adds a row. */
  edited: Row | null;
  edit(row: Row): void;
  /** Submits the form. */
  fetcher: FetcherWithComponents<ActionAnswer>;
  deletion: ReturnType<typeof useOperation>;
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
  const deletion = useOperation();
  // Also for the row that is edited already: someone else may have changed it since.
  const edit = (row: Row | null) => {
    setEdited(row);
    setFormKey((key) => key + 1);
  };
  const reset = () => edit(null);
  useAccepted(fetcher.state === "idle" ? fetcher.data : undefined, reset);
  useAccepted(deletion.isBusy ? undefined : deletion.answer, reset);
  const container = useFirstFieldFocus(formKey);
  return { edited, edit, fetcher, deletion, reset, formKey, container };
}
