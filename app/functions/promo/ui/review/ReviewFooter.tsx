import { BlockStack, Button, ButtonGroup, InlineStack, Select, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useShortcutPreference } from "~/ui/list/useShortcuts";
import { OpenNextSwitch } from "~/ui/OpenNextSwitch";
import type { Option } from "../lists";
import type { RowPlace } from "../useOpenRow";
import type { ReviewChoice } from "./ReplyInput";
import styles from "./ReviewFooter.module.css";

interface DecisionButtonsProps {
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  choice: ReviewChoice;
  decisions: { approve(): void; deny(): void; hold(): void };
  /** A decision is on its way. */
  isBusy: boolean;
  /** The submission can't be decided. */
  disabled: boolean;
  /** Whether single keys press the buttons. */
  hasKeys?: boolean;
}

interface ReviewFooterProps extends DecisionButtonsProps {
  place: RowPlace;
  /** It was taken from the queue, and the next one is taken after the decision. */
  takesNext?: boolean;
  onMove(by: 1 | -1): void;
}

/** The decisions on a submission, and the ways to the submissions around it. */
export function ReviewFooter(props: ReviewFooterProps) {
  const { place, takesNext, onMove } = props;
  return (
    <BlockStack gap="200">
      <InlineStack gap="300" blockAlign="center" align="space-between">
        <InlineStack gap="200" blockAlign="center">
          <ButtonGroup>
            <Keyed keyName="P" isOn>
              <Button disabled={!place.hasPrevious} onClick={() => onMove(-1)}>
                Previous
              </Button>
            </Keyed>
            <Keyed keyName="N" isOn>
              <Button disabled={!place.hasNext} onClick={() => onMove(1)}>
                Next
              </Button>
            </Keyed>
          </ButtonGroup>
          <Text as="span" tone="subdued">
            {place.text}
          </Text>
        </InlineStack>
        {takesNext ? (
          <Text as="span" tone="subdued">
            The next one is taken after a decision. Close the dialog to stop.
          </Text>
        ) : (
          <OpenNextSwitch />
        )}
      </InlineStack>
      <DecisionButtons {...props} hasKeys />
    </BlockStack>
  );
}

/** The decisions on one submission or several. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { denyReasons, holdReasons, choice, decisions, isBusy, disabled, hasKeys = false } = props;
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
      <Keyed isOn={hasKeys} keyName="D">
        <Button tone="critical" disabled={isOff || !choice.denyReason} onClick={decisions.deny}>
          Deny
        </Button>
      </Keyed>
      <Select
        label="Hold reason"
        labelHidden
        disabled={disabled}
        options={[{ value: "", label: "Select Hold Reason" }, ...holdReasons]}
        value={choice.holdReason}
        onChange={choice.setHoldReason}
      />
      <Keyed isOn={hasKeys} keyName="H">
        <Button disabled={isOff || !choice.holdReason} onClick={decisions.hold}>
          Hold
        </Button>
      </Keyed>
      <Keyed isOn={hasKeys} keyName="A">
        <Button variant="primary" disabled={isOff} onClick={decisions.approve}>
          Approve
        </Button>
      </Keyed>
    </InlineStack>
  );
}

/** Shows the key that presses a button beside it, while single-key shortcuts are on. The sentence below the dialog names it, too. */
function Keyed({ keyName, isOn, children }: { keyName: string; isOn: boolean; children: ReactNode }) {
  const [enabled] = useShortcutPreference();
  return (
    <span className={styles.keyed} data-key={enabled && isOn ? keyName : undefined}>
      {children}
    </span>
  );
}
