import { BlockStack, Checkbox, ChoiceList, Modal, Text, TextField } from "@shopify/polaris";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { isComposing } from "~/ui/is-composing";
import { SkeletonLines } from "~/ui/Skeletons";
import type { Reason } from "../reasons/reason";

/** Details of a rejection. */
export interface Rejection {
  /** A reason's code, or empty. */
  reason: string;
  note: string;
  notify: boolean;
}

interface RejectDialogProps {
  /** "Reject Ann Lee?" */
  title: string;
  /** What will happen, for a bulk decision. */
  hint?: string;
  /** Undefined until they are loaded. */
  reasons: readonly Reason[] | undefined;
  /** As it was entered before, for a rejection that wasn't recorded. */
  initialNote?: string;
  onReject(rejection: Rejection): void;
  onClose(): void;
}

const NONE = "";

/** Has room for seven reasons. More scroll. */
const REASONS_PLACE = { height: "14rem", overflowY: "auto" } as const;

/**
 * Preselects the last choice until the page is left: consecutive rejections often have the same reason. Before the first one nothing is
 * selected, so that a rejection without a reason is a choice and not an oversight.
 */
let last: { reason: string | null; notify: boolean } = { reason: null, notify: false };

/**
 * Asks for the reason of a rejection. By keyboard: digits or arrows choose the reason, Enter rejects, and R with Enter repeats the
 * last choice. Render it while it is open.
 */
export default function RejectDialog(props: RejectDialogProps) {
  const { title, hint, reasons, initialNote = "", onReject, onClose } = props;
  const [reason, setReason] = useState(last.reason);
  const [isMissing, setMissing] = useState(false);
  const [note, setNote] = useState(initialNote);
  const [notify, setNotify] = useState(last.notify);
  const content = useRef<HTMLDivElement>(null);
  // Reasons that arrive later have a place of their own, so that they don't move the buttons.
  const [isPlaceFixed] = useState(reasons === undefined);

  const codes = [NONE, ...(reasons ?? []).map(({ code }) => code)];
  // The owner may have removed the last choice.
  const isKnown = reason !== null && (!reasons || codes.includes(reason));
  // Without configured reasons there is nothing to choose.
  const chosen = isKnown ? reason : reasons?.length === 0 ? NONE : null;

  const areLoaded = reasons !== undefined;
  // Only once: the page is rendered again while a note is typed.
  useEffect(() => {
    const find = (choice: string) =>
      content.current?.querySelector<HTMLInputElement>(`input[type=radio]${choice}`);
    if (areLoaded) (find(":checked") ?? find(""))?.focus();
  }, [areLoaded]);

  useEffect(() => {
    if (isMissing)
      content.current?.querySelector(".Polaris-InlineError")?.scrollIntoView?.({ block: "nearest" });
  }, [isMissing]);

  const reject = () => {
    if (chosen === null) {
      setMissing(true);
      return;
    }
    last = { reason: chosen, notify };
    onReject({ reason: chosen, note: note.trim(), notify });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      reject();
      return;
    }
    const code = /^\d$/.test(event.key) ? codes[Number(event.key)] : undefined;
    if (code === undefined || target.matches("input[type=text]")) return;
    event.preventDefault();
    setReason(code);
    content.current?.querySelectorAll<HTMLInputElement>("input[type=radio]")[Number(event.key)]?.focus();
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      primaryAction={{ content: "Reject", destructive: true, disabled: !reasons, onAction: reject }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to whatever in the dialog has the focus */}
        <div ref={content} onKeyDown={onKeyDown}>
          <BlockStack gap="400">
            {hint && <Text as="p">{hint}</Text>}
            <div style={isPlaceFixed ? REASONS_PLACE : undefined}>
              {reasons ? (
                <ChoiceList
                  title="Reason"
                  choices={codes.map((code, index) => ({
                    value: code,
                    label: labelOf(code, index, reasons),
                  }))}
                  selected={chosen === null ? [] : [chosen]}
                  error={isMissing && chosen === null ? CHOOSE_REASON : undefined}
                  onChange={([code]) => setReason(code ?? NONE)}
                />
              ) : (
                <SkeletonLines lines={4} />
              )}
            </div>
            <TextField
              label="Note for the staff (optional)"
              autoComplete="off"
              maxLength={1_000}
              value={note}
              onChange={setNote}
            />
            <Checkbox
              label="Send an email to the customer"
              helpText="With the reason's text, if you choose one. The note isn't sent."
              checked={notify}
              onChange={setNotify}
            />
            <Text as="p" tone="subdued">
              Keys: {codes.length > 1 && `0 to ${Math.min(9, codes.length - 1)} or the arrows choose, `}Enter
              rejects, Esc closes.
            </Text>
          </BlockStack>
        </div>
      </Modal.Section>
    </Dialog>
  );
}

const CHOOSE_REASON = "Choose a reason, or “No reason”.";

/** The label, with the digit that chooses it. */
function labelOf(code: string, index: number, reasons: readonly Reason[]): string {
  const label = code === NONE ? "No reason" : (reasons.find((reason) => reason.code === code)?.label ?? code);
  return index <= 9 ? `${index}  ${label}` : label;
}
