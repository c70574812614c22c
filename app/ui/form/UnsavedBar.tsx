import { SaveBar } from "@shopify/app-bridge-react";
import { Button, ButtonGroup, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import styles from "./UnsavedBar.module.css";

interface UnsavedBarProps {
  open: boolean;
  busy: boolean;
  onSave(): void;
  onDiscard(): void;
}

/**
 * Asks to save or to discard. In the Shopify admin that is the admin's own bar at the top, which also warns before one leaves;
 * where App Bridge does not offer it, a bar at the page's foot.
 */
export function UnsavedBar({ open, busy, onSave, onDiscard }: UnsavedBarProps) {
  const [hasSaveBar, setHasSaveBar] = useState(false);
  useEffect(() => setHasSaveBar(customElements.get("ui-save-bar") !== undefined), []);
  if (hasSaveBar) {
    return (
      <SaveBar open={open}>
        {/* App Bridge reads `variant` and `loading` of these buttons. They aren't HTML attributes. */}
        <button {...{ variant: "primary", ...(busy && { loading: "" }) }} type="button" onClick={onSave}>
          Save
        </button>
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      </SaveBar>
    );
  }
  if (!open) return null;
  return (
    <div className={styles.bar} role="status">
      <Text as="span">Unsaved changes</Text>
      <ButtonGroup>
        <Button onClick={onDiscard} disabled={busy}>
          Discard
        </Button>
        <Button variant="primary" onClick={onSave} loading={busy}>
          Save
        </Button>
      </ButtonGroup>
    </div>
  );
}
