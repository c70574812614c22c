import { Banner, BlockStack, Modal, RadioButton, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { formatMoney } from "~/platform/money/format-money";
import { Dialog } from "~/ui/Dialog";
import { FactList } from "~/ui/FactList";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { SkeletonLines } from "~/ui/Skeletons";
import { useDialogCall } from "~/ui/useDialogCall";
import { useLoad } from "~/ui/useLoad";
import { returnCall } from "../function";
import type { Receipt } from "../schemas";
import { isFilled, MISSING, NOT_RESTOCKED, type Part, partsOf, ReceivedLine } from "./ReceivedLine";
import styles from "./ReturnsPage.module.css";

interface ReceiveDialogProps {
  returnId: string;
  returnName: string;
  currency: string;
  onClose(): void;
}

type Answer = { receipt: Receipt & { missing: string } } | { problem: string };
type RefundTo = "storeCredit" | "none";

/** The dialog that receives the items of a return: the disposition of each, and the refund. */
export default function ReceiveDialog({ returnId, returnName, currency, onClose }: ReceiveDialogProps) {
  const { data, state, load } = useLoad<Answer>();
  const [choices, setChoices] = useState<Record<string, Part[]>>({});
  const [refundTo, setRefundTo] = useState<RefundTo>("none");
  const process = useDialogCall();
  useHoldRefresh(true);

  // The page is rendered again after each answer, with another function.
  const loadReceipt = useRef(load);
  loadReceipt.current = load;

  const close = useRef(onClose);
  close.current = onClose;
  const { answer, isBusy, refusal } = process;
  useEffect(() => {
    if (isAccepted(answer)) close.current();
  }, [answer]);

  // A load that is refused leaves the lines and what was chosen for them.
  const latestReceipt = useRef<Receipt & { missing: string }>();
  if (data && "receipt" in data) latestReceipt.current = data.receipt;
  const receipt = latestReceipt.current;
  const problem = data && "problem" in data ? data.problem : null;
  const partsChosen = ({ id, suggested_location_id }: Receipt["lines"][number]): Part[] =>
    choices[id] ?? [{ units: "", choice: suggested_location_id ?? NOT_RESTOCKED }];
  const parts = (receipt?.lines ?? []).flatMap((line) => {
    return partsOf(line, partsChosen(line));
  });
  const missing = parts
    .filter(({ choice, quantity }) => choice === MISSING && Number.isInteger(quantity) && quantity > 0)
    .map(({ id, quantity }) => `${id}=${quantity}`)
    .sort()
    .join(",");
  const address = `/orderReturns/receipt?${new URLSearchParams({ return: returnId, missing })}`;
  useEffect(() => loadReceipt.current(address), [address]);
  const isCurrent = state === "idle" && !problem && receipt?.missing === missing && isFilled(parts);
  const to = receipt?.credit_problem || !receipt?.amounts.refund ? "none" : refundTo;

  function submit(shown: Receipt) {
    const lines = parts
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, quantity, choice }) =>
        choice === MISSING || choice === NOT_RESTOCKED
          ? ({ id, quantity, disposition: choice, location_id: null } as const)
          : ({ id, quantity, disposition: "RESTOCKED", location_id: choice } as const),
      );
    process.run(
      returnCall("orderReturns.process", {
        return_id: returnId,
        lines,
        refund_to: to,
        refund_cents: shown.amounts.refund,
      }),
    );
  }
  const amount = receipt ? formatMoney(receipt.amounts.refund, currency) : "";
  return (
    <Dialog
      title={`Receive ${returnName}`}
      onClose={onClose}
      primaryAction={{
        content: to === "storeCredit" ? `Receive and refund ${amount}` : "Receive items",
        disabled: !receipt || !isCurrent,
        loading: isBusy,
        onAction: () => receipt && submit(receipt),
      }}
      secondaryActions={[{ content: "Close", disabled: isBusy, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {problem && (
            <Banner
              tone="critical"
              action={{ content: "Try again", loading: state !== "idle", onAction: () => load(address) }}
            >
              {problem}
            </Banner>
          )}
          {/* The receipt is read again after a refusal, which may be for the same reason. */}
          {refusal && refusal.text !== problem && <Banner tone={refusal.level}>{refusal.text}</Banner>}
          {!data && <SkeletonLines lines={4} />}
          {receipt && (
            <BlockStack gap="300">
              {receipt.lines.map((line) => (
                <ReceivedLine
                  key={line.id}
                  line={line}
                  locations={receipt.locations}
                  parts={partsChosen(line)}
                  isBusy={isBusy}
                  onChange={(changed) => setChoices({ ...choices, [line.id]: changed })}
                />
              ))}
            </BlockStack>
          )}
        </BlockStack>
      </Modal.Section>
      {receipt && (
        <Modal.Section>
          <BlockStack gap="300">
            <RefundFacts receipt={receipt} currency={currency} />
            <fieldset className={styles.choices}>
              <legend>
                <Text as="span" fontWeight="medium">
                  Refund
                </Text>
              </legend>
              <RadioButton
                label={`${amount} to the store credit of ${receipt.customer ?? "the customer"}`}
                helpText={
                  receipt.credit_problem ??
                  "Posted to the ledger. Above the limit, another administrator must approve it first."
                }
                name="refundTo"
                checked={to === "storeCredit"}
                disabled={Boolean(receipt.credit_problem) || receipt.amounts.refund === 0}
                onChange={() => !isBusy && setRefundTo("storeCredit")}
              />
              <RadioButton
                label="Nothing here"
                helpText="The payment is refunded in Shopify."
                name="refundTo"
                checked={to === "none"}
                onChange={() => !isBusy && setRefundTo("none")}
              />
            </fieldset>
          </BlockStack>
        </Modal.Section>
      )}
    </Dialog>
  );
}

function RefundFacts({ receipt: { amounts }, currency }: { receipt: Receipt; currency: string }) {
  const { items, taxes, fees, refund } = amounts;
  const money = (cents: Receipt["amounts"]["items"]) => formatMoney(cents, currency);
  return (
    <FactList
      facts={[
        { name: "Items", value: money(items) },
        ...(taxes > 0 ? [{ name: "Taxes", value: money(taxes) }] : []),
        ...(fees > 0 ? [{ name: "Fees", value: `−${money(fees)}` }] : []),
        { name: "Refund", value: <strong>{money(refund)}</strong> },
      ]}
    />
  );
}
