import { InlineStack, Link } from "@shopify/polaris";
import { Suspense, useRef, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { RowActions } from "~/ui/list/RowActions";
import { RowButton, type RowMenuItem } from "~/ui/list/RowButton";
import { saveFile } from "~/ui/save-file";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import { returnCall } from "../function";
import type { ReturnRow } from "../schemas";

const ReceiveDialog = lazyPart(() => import("./ReceiveDialog"));
const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const PDF = "application/pdf";
const PROBLEM = "The label couldn't be loaded. Check the connection and try again.";

/**
 * Downloads, prints or emails the label of a return, as often as needed, voids it, or receives the return's items. By script, because a link in the admin's frame
 * has no session token.
 */
export function LabelActions({ row, currency }: { row: ReturnRow; currency: string }) {
  const { label_id: id, case_id: caseId, return_name, refund_status, return_status } = row;
  const pendingActions = useRef(new Set<string>());
  const [isVoiding, setVoiding] = useState(false);
  const [isReceiving, setReceiving] = useState(false);
  const { show } = useNotices();
  const cancel = useCall();
  const email = useCall();
  const storeLabel = row.shipping_label_url && (
    <Link
      url={row.shipping_label_url}
      target="_blank"
      accessibilityLabel={`Label of ${return_name} in Shopify`}
    >
      Label
    </Link>
  );
  const receiving = isReceiving && (
    <Suspense>
      <ReceiveDialog
        returnId={row.return_id}
        returnName={return_name}
        currency={currency}
        onClose={() => setReceiving(false)}
      />
    </Suspense>
  );
  if (!id)
    return (
      <InlineStack gap="200" wrap={false} blockAlign="center">
        {storeLabel}
        {row.can_receive ? (
          <RowButton accessibilityLabel={`Receive ${return_name}`} onClick={() => setReceiving(true)}>
            Receive
          </RowButton>
        ) : (
          !storeLabel && "No label here"
        )}
        {receiving}
      </InlineStack>
    );
  if (cancel.isBusy) return "Canceling …";
  /** Another click on the same action doesn't repeat it. */
  const load = async (action: "download" | "print", use: (content: ArrayBuffer) => void) => {
    if (pendingActions.current.has(action)) return;
    pendingActions.current.add(action);
    try {
      const response = await fetch(`/attachments/${id}/file`);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      use(await response.arrayBuffer());
    } catch {
      show({ level: "critical", text: PROBLEM });
    } finally {
      pendingActions.current.delete(action);
    }
  };
  const name = `label of ${return_name}`;
  const canVoid = return_status === "OPEN" && row.can_receive && !refund_status;
  const menu: RowMenuItem[] = [
    { label: "Print label", accessibilityLabel: `Print ${name}`, onAction: () => load("print", print) },
  ];
  if (row.can_receive)
    menu.unshift({
      label: "Receive items",
      accessibilityLabel: `Receive items of ${return_name}`,
      onAction: () => setReceiving(true),
    });
  if (caseId && row.can_email)
    menu.push({
      label: "Email label to the customer",
      accessibilityLabel: `Email label to the customer: ${return_name}`,
      disabled: email.isBusy,
      onAction: () => email.run(returnCall("orderReturns.emailLabel", { case_id: caseId })),
    });
  if (caseId && canVoid)
    menu.push({
      label: "Void label and cancel return",
      accessibilityLabel: `Void label and cancel return: ${return_name}`,
      destructive: true,
      onAction: () => setVoiding(true),
    });
  return (
    <>
      <RowActions rowName={return_name} menu={menu}>
        <RowButton
          accessibilityLabel={`Download ${name}`}
          onClick={() =>
            load("download", (content) => saveFile(`Return label ${return_name}.pdf`, content, PDF))
          }
        >
          Label
        </RowButton>
      </RowActions>
      {receiving}
      {isVoiding && caseId && (
        <Suspense>
          <ConfirmModal
            title={`Cancel ${return_name}?`}
            confirmLabel="Cancel return"
            destructive
            onClose={() => setVoiding(false)}
            onConfirm={() => {
              setVoiding(false);
              cancel.run(returnCall("orderReturns.cancel", { case_id: caseId }));
            }}
          >
            Its label is voided at UPS, and its items can be returned again. Tell the customer not to use the
            label.
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

/** Opens the browser's print dialog with a PDF. */
function print(content: ArrayBuffer): void {
  const url = URL.createObjectURL(new Blob([content], { type: PDF }));
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = url;
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  // The print dialog reads the PDF until it is closed.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 10 * 60_000);
}
