import { useSortable } from "@dnd-kit/sortable";
import { Badge, Button, Checkbox, Icon, Text, TextField } from "@shopify/polaris";
import { DragHandleIcon, PlayIcon } from "@shopify/polaris-icons";
import { Suspense, useState } from "react";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { lazyPart } from "~/ui/lazy-part";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import type { MediaRow } from "../change-media.server";
import { changedTo, MAX_TEXT_LENGTH } from "../media-list";
import styles from "./MediaList.module.css";
import { MediaPicture } from "./MediaPicture";
import type { MediaListState } from "./useMediaList";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

/** How an item is called in labels. */
export const nameOf = ({ type, order, text }: MediaRow): string =>
  `${type === "video" ? "Video" : "Image"} ${order}${text ? `: ${text}` : ""}`;

interface MediaListItemProps {
  item: MediaRow;
  /** The product's title. */
  product: string;
  media: MediaListState;
  onPreview(): void;
}

/** An item of a media list: its handle, position, picture, alt text and status. */
export function MediaListItem({ item, product, media, onPreview }: MediaListItemProps) {
  const { isResetting, savingTexts, savedText, setActive, setText, detach } = media;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: item.id });
  const [isDetaching, setDetaching] = useState(false);
  const name = nameOf(item);
  const { newText } = item;
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-dragging={isDragging || undefined}
      data-inactive={!item.active || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={styles.handle}
        aria-label={`Move ${name}`}
      >
        <Icon source={DragHandleIcon} />
      </button>
      <span className={styles.position}>{item.order}</span>
      <a
        className={styles.preview}
        href={item.src}
        target="_blank"
        rel="noreferrer"
        title={`Large preview of ${name}`}
        onClick={(event) => {
          // With a key, the browser opens the file itself.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onPreview();
        }}
      >
        <MediaPicture key={item.thumbnail ?? ""} url={item.thumbnail ?? pictureOf(item)} />
        {item.type === "video" && (
          <span className={styles.video}>
            <Icon source={PlayIcon} accessibilityLabel="Video" />
          </span>
        )}
      </a>
      <div className={styles.text}>
        <AltTextInput
          name={name}
          stored={item.text}
          fileText={item.fileText}
          saving={savingTexts(item.id)}
          saved={savedText(item.id)}
          disabled={isResetting}
          onSave={(text) => setText(item.id, text)}
        />
        {newText && newText !== item.text && (
          <div className={styles.suggestion}>
            <Text as="span" tone="subdued">
              Suggested: {newText}
            </Text>
            <Button
              variant="plain"
              disabled={isResetting}
              loading={savingTexts(item.id).at(-1) === newText}
              accessibilityLabel={`Use the suggested text for ${name}`}
              onClick={() => setText(item.id, newText)}
            >
              Use
            </Button>
          </div>
        )}
      </div>
      <div className={styles.status}>
        <Checkbox
          label="Active"
          checked={item.active}
          // Not disabled while it is saved, because it would lose the focus.
          disabled={isResetting}
          onChange={(active) => setActive(item.id, active)}
        />
        {!item.attached && <Badge tone="attention">Not on the product</Badge>}
      </div>
      <Button
        variant="tertiary"
        tone="critical"
        disabled={isResetting}
        accessibilityLabel={`Detach ${name}`}
        onClick={() => setDetaching(true)}
      >
        Detach
      </Button>
      {isDetaching && (
        <Suspense>
          <ConfirmModal
            title={`Detach ${name}?`}
            confirmLabel="Detach"
            destructive
            onConfirm={() => {
              setDetaching(false);
              detach(item.id);
            }}
            onClose={() => setDetaching(false)}
          >
            <Text as="p">
              {item.attached
                ? `The file is removed from ${product} in Shopify, so the storefront and all sales channels no longer show it there. It also leaves this list. The file itself stays under Content > Files.`
                : "The item leaves this list. The product no longer has the file, so nothing changes in Shopify."}
            </Text>
            {item.fromSalsify && (
              <Text as="p">It is from Salsify. As long as it is there, the next sync adds it again.</Text>
            )}
            <Text as="p" fontWeight="semibold">
              {item.attached
                ? "To hide it without removing it, clear Active instead."
                : "This can't be undone."}
            </Text>
          </ConfirmModal>
        </Suspense>
      )}
    </li>
  );
}

/** A file that Shopify hasn't processed yet, or that isn't on the product: pictures are shown from their address. */
const pictureOf = ({ type, src }: MediaRow): string | null => (type === "image" ? src : null);

interface AltTextInputProps {
  /** Of the item. */
  name: string;
  stored: string;
  /** The file's own in Shopify. Null for a file that isn't on the product. */
  fileText: string | null;
  /** The texts that are being saved, the newest last. */
  saving: readonly (string | undefined)[];
  /** The one that was saved, while the list is read again. */
  saved: string | undefined;
  disabled: boolean;
  onSave(text: string): void;
}

/** What the file in Shopify has, and what a save makes of it. */
function textInShopify(fileText: string, text: string): string {
  if (!fileText) return "Shopify has no alt text yet. Save stores this one there.";
  return `Shopify has “${fileText}”. Save ${text ? "replaces that" : "deletes it there"}.`;
}

/** An item's alt text. Enter, its button and the save bar save it. Escape restores it. */
function AltTextInput({ name, stored, fileText, saving, saved, disabled, onSave }: AltTextInputProps) {
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
  const save = () => {
    if (isSavable && !isSaving) onSave(text.trim());
  };
  useSaveBar(isChanged && text.trim() !== saved, {
    busy: isSaving,
    isLostAtOtherAddress: true,
    save,
    discard: () => setText(stored),
  });
  let helpText: string | undefined;
  if (isChanged && wasReplaced) helpText = changedTo(stored);
  else if (isOtherInShopify && fileText.trim() !== text.trim())
    helpText = textInShopify(fileText, text.trim());
  return (
    <form
      className={styles.altText}
      onSubmit={(event) => {
        event.preventDefault();
        save();
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
