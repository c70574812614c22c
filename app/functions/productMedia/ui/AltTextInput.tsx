import { Button, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { MAX_TEXT_LENGTH } from "../media-list";
import styles from "./MediaList.module.css";

interface AltTextInputProps {
  /** Of the item. */
  name: string;
  stored: string;
  isBusy: boolean;
  onSave(text: string): void;
}

/** An item's alt text. Enter and the button save it, Escape restores it. */
export function AltTextInput({ name, stored, isBusy, onSave }: AltTextInputProps) {
  const [text, setText] = useState(stored);
  const isChanged = text.trim() !== stored;
  useHoldRefresh(isChanged);
  return (
    <form
      className={styles.altText}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) onSave(text.trim());
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") setText(stored);
      }}
    >
      <div className={styles.altTextField}>
        <TextField
          label={`Alt text of ${name}`}
          labelHidden
          placeholder="No alt text"
          autoComplete="off"
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          onChange={setText}
        />
      </div>
      {isChanged && (
        <Button submit loading={isBusy} accessibilityLabel={`Save the alt text of ${name}`}>
          Save
        </Button>
      )}
    </form>
  );
}
