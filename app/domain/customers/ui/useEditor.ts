import { useCallback, useEffect, useRef, useState } from "react";
import { useLoad } from "~/ui/useLoad";
import type { EditedCustomer } from "./EditDialog";

/** What `/customers/{id}/detail` answers. */
type Loaded = EditedCustomer | { problem: string };

/** Opening customers for editing, as `useEditor` gives it. */
export type Editor = ReturnType<typeof useEditor>;

/**
 * Opens a customer for editing. The dialog appears when the customer is loaded, and keeps these values while the page reloads its data.
 */
export function useEditor() {
  const { data, state, load } = useLoad<Loaded>();
  const [opening, setOpening] = useState<string | null>(null);
  const before = useRef(data);
  const requestedId = useRef("");
  const [customer, setCustomer] = useState<EditedCustomer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    // What an earlier visit had loaded of the same person is not what is waited for.
    if (opening === null || state !== "idle" || !data || data === before.current) return;
    if ("problem" in data) setProblem(data.problem);
    else if (data.id === opening) {
      setProblem(null);
      setCustomer(data);
    } else return;
    setOpening(null);
  }, [opening, state, data]);

  function request(id: string): void {
    before.current = data;
    requestedId.current = id;
    load(`/customers/${id.split("/").pop()}/detail`);
    setOpening(id);
  }

  return {
    /** The id of the customer that is on the way, or null. */
    opening,
    /** The customer whose dialog is open, or null. */
    customer,
    /** Why the customer could not be loaded, or null. */
    problem,
    open: (id: string) => {
      setProblem(null);
      request(id);
    },
    /** Retries loading the customer. The problem stays until the answer is there. */
    retry: () => request(requestedId.current),
    close: useCallback(() => {
      setCustomer(null);
      setProblem(null);
      setOpening(null);
    }, []),
  };
}
