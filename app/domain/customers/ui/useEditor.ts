import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { EditedCustomer } from "./EditDialog";

/**
 * Opening a customer for editing: the dialog comes only after the customer is loaded (section 2.3 of the first specification
 * text), and keeps what was loaded then, also while the page's data are fetched again.
 */
export function useEditor() {
  const { data, state, load } = useFetcher<EditedCustomer>();
  const [opening, setOpening] = useState<string | null>(null);
  const before = useRef(data);
  const [customer, setCustomer] = useState<EditedCustomer | null>(null);

  useEffect(() => {
    // What an earlier visit had loaded of the same person is not what is waited for.
    if (opening === null || state !== "idle" || data?.id !== opening || data === before.current) return;
    setCustomer(data);
    setOpening(null);
  }, [opening, state, data]);

  return {
    /** The id of the customer that is on the way, or null. */
    opening,
    /** The customer whose dialog is open, or null. */
    customer,
    open(id: string): void {
      before.current = data;
      load(`/customers/${id.split("/").pop()}/detail`);
      setOpening(id);
    },
    close: useCallback(() => setCustomer(null), []),
  };
}
