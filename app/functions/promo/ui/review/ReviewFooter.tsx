import { Button, InlineStack, Select } from "@shopify/polaris";
import type { Option } from "../lists";
import type { ReviewChoice } from "./ReplyInput";

interface ReviewFooterProps {
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  choice: ReviewChoice;
  decisions: { approve(): void; deny(): void; hold(): void };
  /** A decision is on its way. */
  isBusy: boolean;
  /** The submission can't be decided. */
  disabled: boolean;
}

/** The decisions on a submission. */
export function ReviewFooter({
  denyReasons,
  holdReasons,
  choice,
  decisions,
  isBusy,
  disabled,
}: ReviewFooterProps) {
  const isOff = disabled || isBusy;
  return (
    <InlineStack gap="200" blockAlign="center">
      <Select
        label="Deny reason"
        labelHidden
        disabled={disabled}
        options={[{ value: "", label: "Select Deny Reason" }, ...denyReasons]}
        value={choice.denyReason}
        onChange={choice.setDenyReason}
      />
      <Button tone="critical" disabled={isOff || !choice.denyReason} onClick={decisions.deny}>
        Deny
      </Button>
      <Select
        label="Hold reason"
        labelHidden
        disabled={disabled}
        options={[{ value: "", label: "Select Hold Reason" }, ...holdReasons]}
        value={choice.holdReason}
        onChange={choice.setHoldReason}
      />
      <Button disabled={isOff || !choice.holdReason} onClick={decisions.hold}>
        Hold
      </Button>
      <Button variant="primary" disabled={isOff} onClick={decisions.approve}>
        Approve
      </Button>
    </InlineStack>
  );
}
