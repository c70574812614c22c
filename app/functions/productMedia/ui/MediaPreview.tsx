import { Badge, BlockStack, InlineStack, Link, Modal, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import type { MediaRow } from "../change-media.server";
import styles from "./MediaPreview.module.css";

interface MediaPreviewProps {
  list: readonly MediaRow[];
  /** The item that is shown. One that has left the list closes the preview. */
  id: string;
  onShow(id: string): void;
  onClose(): void;
}

/** The width of a large picture (pixels). */
const WIDTH = 1_600;

/** A large version of a picture. Shopify's servers make one of any width. */
function largeUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.hostname === "cdn.shopify.com") url.searchParams.set("width", String(WIDTH));
  return url.href;
}

/** A picture, or the poster of a video, as large as the window allows, with its alt text. The arrow keys show the others. */
export default function MediaPreview({ list, id, onShow, onClose }: MediaPreviewProps) {
  const index = list.findIndex((item) => item.id === id);
  const item = list[index];
  const previous = list[index - 1];
  const next = list[index + 1];
  useEffect(() => {
    if (!item) onClose();
  }, [item, onClose]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const target = { ArrowLeft: previous, ArrowRight: next, Home: list[0], End: list.at(-1) }[key];
      if (target) onShow(target.id);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list, previous, next, onShow]);
  if (!item) return null;
  const kind = item.type === "video" ? "Video" : "Image";
  return (
    <Dialog
      size="large"
      title={`${kind} ${index + 1} of ${list.length}`}
      onClose={onClose}
      secondaryActions={[
        { content: "Previous", disabled: !previous, onAction: () => previous && onShow(previous.id) },
        { content: "Next", disabled: !next, onAction: () => next && onShow(next.id) },
      ]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <div className={styles.stage}>
            <LargePicture key={item.id} item={item} />
          </div>
          <InlineStack gap="200" blockAlign="center" align="space-between">
            <Text as="p" tone={item.text ? undefined : "subdued"}>
              {item.text ? `Alt text: ${item.text}` : "No alt text"}
            </Text>
            <InlineStack gap="200" blockAlign="center">
              {!item.active && <Badge>Inactive</Badge>}
              <Link url={item.src} target="_blank">
                Open the file
              </Link>
            </InlineStack>
          </InlineStack>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}

function LargePicture({ item: { type, src, thumbnail, text } }: { item: MediaRow }) {
  const [isBroken, setBroken] = useState(false);
  const url = type === "image" ? src || thumbnail : thumbnail;
  if (!url || isBroken)
    return (
      <Text as="p" tone="subdued">
        {url ? "The picture can't be loaded. Open the file instead." : "Shopify has no picture of it yet."}
      </Text>
    );
  return <img className={styles.picture} src={largeUrl(url)} alt={text} onError={() => setBroken(true)} />;
}
