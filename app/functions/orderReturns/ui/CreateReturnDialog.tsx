import { Banner, BlockStack, Checkbox, FormLayout, Modal, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { currencySymbol } from "~/platform/money/decimal";
import type { ActionAnswer } from "~/platform/notice";
import { Dialog } from "~/ui/Dialog";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useDialogCall } from "~/ui/useDialogCall";
import { useNotices } from "~/ui/useNotices";
import { returnCall } from "../function";
import * as rules from "../return-rules";
import type { OrderDetails, ReturnLineItem, ReturnReason } from "../schemas";
import { AddressFields } from "./AddressFields";
import { ExpectedRefund, readFees } from "./ExpectedRefund";
import { LineTitle } from "./LineTitle";
import styles from "./ReturnsPage.module.css";
import { SplitProposal } from "./SplitProposal";

interface CreateReturnDialogProps {
  orderId: string;
  orderDetails: OrderDetails;
  reasons: readonly ReturnReason[];
  onClose(): void;
}

interface CreationAnswer extends ActionAnswer {
  /** What the call answered. Absent when it was refused. */
  value?: { msg: string; reason?: string };
}

/** What was entered for a line. */
interface Entry {
  quantity: string;
  reasonId: string;
}

/** The dialog that creates a return: quantities with reasons, and the address that the package is sent from. */
export default function CreateReturnDialog({
  orderId,
  orderDetails,
  reasons,
  onClose,
}: CreateReturnDialogProps) {
  const lines = orderDetails.lineItems.edges
    .map(({ node }) => node)
    .filter((line) => line.returnableQuantity > 0);
  const [entries, setEntries] = useState<Record<string, Entry>>({});
  const [isEdited, setEdited] = useState(false);
  const [address, setAddress] = useState<rules.EditedAddress>(() => addressOf(orderDetails));
  const [footer, setFooter] = useState("");
  const [reason, setReason] = useState("");
  const [restockingFee, setRestockingFee] = useState("");
  const [shippingFee, setShippingFee] = useState("");
  const [showsProblems, setShowsProblems] = useState(false);
  // The packages of a return that was split. The first one is entered now.
  const [packages, setPackages] = useState<readonly rules.PackagePlan[]>([]);
  const [createdPackages, setCreatedPackages] = useState(0);
  const create = useDialogCall<CreationAnswer>();
  const { show } = useNotices();
  useHoldRefresh(true);

  const enter = (plan: rules.PackagePlan) =>
    setEntries((current) =>
      Object.fromEntries(
        lines.map(({ id }) => [
          id,
          { reasonId: current[id]?.reasonId ?? "", quantity: String(plan[id] ?? 0) },
        ]),
      ),
    );
  const { answer, isBusy, renew } = create;
  // Its next package must not be entered twice.
  const accepted = useRef<CreationAnswer>();
  // The page is rendered again after each answer, with another function.
  const close = useRef(onClose);
  close.current = () => {
    const [, next, ...others] = packages;
    if (!next || !isAccepted(answer)) return onClose();
    // The shipping fee is kept once, with the first package.
    setShippingFee("");
    setPackages([next, ...others]);
    setCreatedPackages(createdPackages + 1);
    enter(next);
    renew();
  };
  useEffect(() => {
    // The next attempt also ends the time of the last one's footer.
    if (isBusy || !answer) return;
    if (isAccepted(answer)) {
      if (accepted.current !== answer) close.current();
      accepted.current = answer;
      return;
    }
    const { notice, value, status } = answer;
    const text = value?.msg ?? notice?.text ?? "";
    setFooter(text);
    setReason(value?.reason ?? "");
    // The return failed for good, or was refused before anything was done: another click is another return.
    if (value || status === 400) renew();
    const closes = text.startsWith(rules.RETURN_FAILED);
    if (!closes && !rules.BRIEF_TEXTS.includes(text)) return;
    const timer = setTimeout(() => {
      setFooter("");
      if (!closes) return;
      if (notice) show(notice);
      close.current();
    }, rules.FOOTER_MS);
    return () => clearTimeout(timer);
  }, [answer, isBusy, show, renew]);

  const entryOf = ({ id }: ReturnLineItem): Entry => entries[id] ?? { quantity: "0", reasonId: "" };
  const items = lines.map((line) => {
    const { quantity, reasonId } = entryOf(line);
    return { line, quantity: Number(quantity || "0"), reasonId };
  });
  const packedItems = items.map(({ line, quantity }) => ({
    line: {
      id: line.id,
      title: line.title,
      pounds: line.variant.weight,
      hasUniqueTracking: line.uniqueTracking,
    },
    quantity,
  }));
  const weight = rules.packageWeight(packedItems);
  const areQuantitiesValid = items.every(({ line, quantity }) =>
    rules.isQuantityValid(quantity, line.returnableQuantity),
  );
  const problems = isEdited ? rules.addressProblems(address) : {};
  const { currencyCode: currency } = orderDetails.totalPriceSet.shopMoney;
  const fees = readFees(restockingFee, shippingFee, currency);
  const canSubmit =
    areQuantitiesValid &&
    fees.restockingProblem === undefined &&
    fees.shippingProblem === undefined &&
    items.some(({ quantity }) => quantity > 0);

  function submit() {
    setShowsProblems(true);
    if (Object.keys(problems).length > 0) return;
    setFooter("");
    setReason("");
    const lineItems = items
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity, reasonId }) => ({
        lineitem_id: line.id,
        quantity,
        reason_id: reasonId || null,
      }));
    create.run(
      returnCall("orderReturns.create", {
        orderId,
        lineItems,
        isChecked1: isEdited,
        editShippingAdress: address,
        restockingFee: fees.restockingPercent,
        shippingFee: shippingFee.trim() || "0",
      }),
    );
  }
  return (
    <Dialog
      title={`Create Return of ${orderDetails.name}`}
      size="large"
      onClose={onClose}
      primaryAction={{ content: "Submit", disabled: !canSubmit, loading: isBusy, onAction: submit }}
      secondaryActions={[{ content: "Close", disabled: isBusy, onAction: onClose }]}
      footer={
        <div className={styles.footer} role="alert">
          {footer}
        </div>
      }
    >
      <Modal.Section>
        <BlockStack gap="300">
          {reason && <Banner tone="critical">{reason}</Banner>}
          {packages.length + createdPackages > 1 && (
            <Banner tone="info">
              {`Package ${createdPackages + 1} of ${createdPackages + packages.length}. ${
                packages.length > 1
                  ? "The next one is entered when this one is created."
                  : "It is the last one."
              }`}
            </Banner>
          )}
          {lines.map((line) => (
            <LineFields
              key={line.id}
              line={line}
              entry={entryOf(line)}
              reasons={reasons}
              isBusy={isBusy}
              onChange={(entry) => setEntries({ ...entries, [line.id]: entry })}
            />
          ))}
          <Text as="p" tone={weight > rules.MAX_POUNDS ? "critical" : "subdued"}>
            {weight.toFixed(2)} of {rules.MAX_POUNDS} lb
          </Text>
          {weight > rules.MAX_POUNDS && areQuantitiesValid && (
            <SplitProposal
              items={packedItems}
              isBusy={isBusy}
              onTake={(taken) => {
                const [first] = taken;
                if (!first) return;
                setPackages(taken);
                setCreatedPackages(0);
                enter(first);
              }}
            />
          )}
        </BlockStack>
      </Modal.Section>
      <Modal.Section>
        <BlockStack gap="300">
          <FormLayout>
            <FormLayout.Group>
              <TextField
                label="Restocking fee (optional)"
                autoComplete="off"
                inputMode="decimal"
                suffix="%"
                maxLength={6}
                value={restockingFee}
                error={fees.restockingProblem}
                readOnly={isBusy}
                onChange={setRestockingFee}
              />
              <TextField
                label="Return shipping fee (optional)"
                autoComplete="off"
                inputMode="decimal"
                prefix={currencySymbol(currency)}
                maxLength={12}
                value={shippingFee}
                error={fees.shippingProblem}
                readOnly={isBusy}
                onChange={setShippingFee}
              />
            </FormLayout.Group>
          </FormLayout>
          <ExpectedRefund items={items} fees={fees} currency={currency} />
        </BlockStack>
      </Modal.Section>
      <Modal.Section>
        <BlockStack gap="300">
          <Checkbox
            label="Edit Shipping Address"
            checked={isEdited}
            onChange={(isChecked) => !isBusy && setEdited(isChecked)}
          />
          {isEdited ? (
            <AddressFields
              value={address}
              problems={problems}
              showsAll={showsProblems}
              isBusy={isBusy}
              onChange={setAddress}
            />
          ) : (
            <Text as="p">{addressText(orderDetails)}</Text>
          )}
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}

interface LineFieldsProps {
  line: ReturnLineItem;
  entry: Entry;
  reasons: readonly ReturnReason[];
  isBusy: boolean;
  onChange(entry: Entry): void;
}

function LineFields({ line, entry, reasons, isBusy, onChange }: LineFieldsProps) {
  const { title, variantTitle, image, sku, returnableQuantity: remaining } = line;
  const isValid = rules.isQuantityValid(Number(entry.quantity || "0"), remaining);
  return (
    <div className={styles.line}>
      <LineTitle
        title={title}
        variantTitle={variantTitle}
        imageUrl={image?.url ?? null}
        facts={[sku, `${remaining} left to return`]}
      />
      <TextField
        label={`Quantity of ${title}`}
        labelHidden
        type="number"
        autoComplete="off"
        min={0}
        max={remaining}
        value={entry.quantity}
        error={isValid ? undefined : `0 to ${remaining}`}
        readOnly={isBusy}
        onChange={(quantity) => onChange({ ...entry, quantity })}
      />
      <Select
        label={`Reason for ${title}`}
        labelHidden
        options={[
          { value: "", label: "No reason" },
          ...reasons.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={entry.reasonId}
        onChange={(reasonId) => !isBusy && onChange({ ...entry, reasonId })}
      />
    </div>
  );
}

function addressOf({ shippingAddress }: OrderDetails): rules.EditedAddress {
  const { address1, address2, city, provinceCode, zip, phone } = shippingAddress ?? {};
  return {
    address: [address1, address2].filter(Boolean).join(" "),
    city: city ?? "",
    state: provinceCode ?? "",
    zipcode: zip ?? "",
    phone: phone ?? "",
  };
}

function addressText({ shippingAddress }: OrderDetails): string {
  if (!shippingAddress) return "The order has no shipping address. Edit it for this return.";
  const { address1, address2, city, provinceCode, zip, countryCodeV2 } = shippingAddress;
  return [address1, address2, city, provinceCode, zip, countryCodeV2].filter(Boolean).join(", ");
}
