import { Button, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { MAX_TEXT_LENGTH } from "../media-list";
import styles from "./MediaList.module.css";

interface AltTextInputProps {
  /** Of the item. */
  name: string;
  stored: string;
  /** The file's own in Shopify. Null for a file that isn't on the product. */
  fileText: string | null;
  /** The texts that are being saved, the newest last. */
  saving: readonly (string | undefined)[];
  disabled: boolean;
  onSave(text: string): void;
}

/** What the file in Shopify has, and what a save makes of it. */
function textInShopify(fileText: string, text: string): string {
  if (!fileText) return "Shopify has no alt text yet. Save stores this one there.";
  return `Shopify has “${fileText}”. Save ${text ? "replaces that" : "deletes it there"}.`;
}

/** An item's alt text. Enter and the button save it, Escape restores it. */
export function AltTextInput({ name, stored, fileText, saving, disabled, onSave }: AltTextInputProps) {
  const [text, setText] = useState(stored);
  const [before, setBefore] = useState(stored);
  const [wasReplaced, setReplaced] = useState(false);
  if (before !== stored) {
    setBefore(stored);
    // What is being typed stays, also when an earlier text has been saved.
    const isTyped = text.trim() !== before.trim();
    if (!isTyped) setText(stored);
    setReplaced(isTyped && !saving.includes(stored));
  }
  // Texts that were set in Shopify can have spaces around them.
  const isChanged = text.trim() !== stored.trim();
  // An earlier save may have changed the list only.
  const isOtherInShopify = fileText !== null && fileText.trim() !== stored.trim();
  const isSavable = isChanged || isOtherInShopify;
  const isSaving = saving.at(-1) === text.trim();
  useHoldRefresh(isChanged);
  let helpText: string | undefined;
  if (isChanged && wasReplaced) helpText = `It was changed to “${stored}”. Save replaces that.`;
  else if (isOtherInShopify && fileText.trim() !== text.trim())
    helpText = textInShopify(fileText, text.trim());
  return (
    <form
      className={styles.altText}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSavable && !isSaving) onSave(text.trim());
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
          disabled={disabled}
          helpText={helpText}
          value={text}
          onChange={setText}
        />
      </div>
      {isSavable && (
        <Button submit loading={isSaving} accessibilityLabel={`Save the alt text of ${name}`}>
          Save
        </Button>
      )}
    </form>
  );
}
