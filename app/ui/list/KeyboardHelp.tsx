import { BlockStack, Checkbox, Modal } from "@shopify/polaris";
import { Fragment } from "react";
import { Dialog } from "../Dialog";
import styles from "./KeyboardHelp.module.css";

interface KeyboardHelpProps {
  keys: readonly { key: string; label: string }[];
  enabled: boolean;
  onEnabledChange(enabled: boolean): void;
  onClose(): void;
}

/** The list's keys, and the switch that turns them off. Loaded when it is opened. */
export default function KeyboardHelp({ keys, enabled, onEnabledChange, onClose }: KeyboardHelpProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="400">
          <dl className={styles.keys}>
            {keys.map(({ key, label }) => (
              <Fragment key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </Fragment>
            ))}
          </dl>
          <Checkbox
            label="Use single-key shortcuts"
            helpText="Turn them off if you dictate or use a screen reader. They never act while you type in a field."
            checked={enabled}
            onChange={onEnabledChange}
          />
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
