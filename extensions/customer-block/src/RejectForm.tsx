/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { RejectReason } from "./api.ts";

/** Details of a rejection, as `PUT /api/customers` takes them. */
export interface Rejection {
  /** A reason's code. Undefined for none. */
  reason?: string;
  note?: string;
  notify: boolean;
}

interface RejectFormProps {
  reasons: readonly RejectReason[];
  isBusy: boolean;
  cancel: () => void;
  reject: (rejection: Rejection) => void;
}

/** The value of the choice "No reason". Before a choice, the value is empty. */
const NONE = "none";

/** Asks for the reason of a rejection, and whether the customer is emailed. Without a reason is a choice, too. */
export function RejectForm({ reasons, isBusy, cancel, reject }: RejectFormProps) {
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [notify, setNotify] = useState(false);
  return (
    <s-stack gap="small">
      <s-select label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
        <s-option value="">Choose a reason</s-option>
        <s-option value={NONE}>No reason</s-option>
        {reasons.map(({ code, label }) => (
          <s-option key={code} value={`code:${code}`}>
            {label}
          </s-option>
        ))}
      </s-select>
      <s-text-field
        label="Note for the staff"
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <s-checkbox
        label="Send an email to the customer, with the reason's text"
        checked={notify}
        onChange={(event) => setNotify(event.currentTarget.checked)}
      />
      <s-stack direction="inline" gap="small">
        <s-button
          variant="primary"
          disabled={isBusy || reason === ""}
          onClick={() =>
            reject({
              reason: reason === NONE ? undefined : reason.slice("code:".length),
              note: note.trim() || undefined,
              notify,
            })
          }
        >
          Reject the registration
        </s-button>
        <s-button disabled={isBusy} onClick={cancel}>
          Cancel
        </s-button>
      </s-stack>
    </s-stack>
  );
}
