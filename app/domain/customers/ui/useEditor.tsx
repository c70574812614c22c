import { Banner, Modal } from "@shopify/polaris";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Cents } from "~/platform/money/cents";
import { Dialog } from "~/ui/Dialog";
import { useLoad } from "~/ui/useLoad";

/** What the dialog needs to know of a customer: the answer of `GET /api/customer/{id}`. */
export interface EditedCustomer {
  id: string;
  displayName: string;
  amountSpentCents: Cents;
  values: Record<string, string>;
}

/** The address of a customer for editing. @param id with the number at its end */
export const detailUrl = (id: string) => `/customers/${id.split("/").pop()}/detail`;

/** What `/customers/{id}/detail` answers. */
export type LoadedCustomer = EditedCustomer | { problem: string };

/** Opening customers for editing, as `useEditor` gives it. */
type Editor = ReturnType<typeof useEditor>;

/**
 * Opens a customer for editing. The dialog appears when the customer is loaded, and keeps these values while the page reloads its data.
 */
export function useEditor() {
  const { data, state, load } = useLoad<LoadedCustomer>();
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
    load(detailUrl(id));
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
