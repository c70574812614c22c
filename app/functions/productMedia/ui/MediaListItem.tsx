import { useSortable } from "@dnd-kit/sortable";
import { Badge, Button, Checkbox, Icon, Text } from "@shopify/polaris";
import { DragHandleIcon, PlayIcon } from "@shopify/polaris-icons";
import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { MediaRow } from "../contract";
import { AltTextInput } from "./AltTextInput";
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
}

/** An item of a media list: its handle, position, picture, alt text and status. */
export function MediaListItem({ item, product, media }: MediaListItemProps) {
  const { isResetting, savingTexts, setActive, setText, detach } = media;
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
      <a className={styles.preview} href={item.src} target="_blank" rel="noreferrer" title="Open the file">
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
