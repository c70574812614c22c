import { Badge, BlockStack, Button, DropZone, InlineStack, Modal, ProgressBar, Text } from "@shopify/polaris";
import { useEffect, useId, useRef, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import { mediaCall } from "../function";
import { MAX_PICTURE_MEGABYTES, MAX_PICTURES, PICTURE_ENDINGS } from "../upload-limits";
import styles from "./UploadDialog.module.css";
import { type PictureUpload, usePictureUploads } from "./usePictureUploads";

interface UploadDialogProps {
  /** Shopify's id. */
  product: { id: string; title: string };
  onClose(): void;
}

/**
 * Chooses or drops pictures, and uploads them. When all were sent, a job adds them to the product, so that closing the page then loses
 * nothing. Those that can't be sent stay in the dialog with the reason.
 */
export default function UploadDialog({ product, onClose }: UploadDialogProps) {
  const { uploads, choose, send, remove, forgetSent } = usePictureUploads();
  const { run, isBusy, answer } = useCall();
  const [isSending, setSending] = useState(false);
  const adding = useRef<{ answerBefore: unknown } | null>(null);
  const zone = useRef<HTMLDivElement>(null);
  const progressId = useId();
  const taken = uploads.filter(({ state }) => state !== "refused");
  const sent = taken.filter(({ state }) => state === "sent").length;
  const isWorking = isSending || isBusy;

  const upload = async () => {
    setSending(true);
    const all = await send();
    setSending(false);
    const packed = all.flatMap((one) => one.upload ?? []);
    if (packed.length === 0) return;
    adding.current = { answerBefore: answer };
    run(mediaCall("productMedia.addUploads", { sku: product.id, uploads: packed }));
  };
  useEffect(() => {
    if (!adding.current || isBusy || answer === adding.current.answerBefore) return;
    adding.current = null;
    if (!isAccepted(answer)) return;
    if (uploads.every(({ state }) => state === "sent")) onClose();
    else forgetSent();
  });
  // Polaris makes two stops of the keyboard of it: the button, and the input that it opens.
  useEffect(() => {
    zone.current?.querySelector("input")?.setAttribute("tabindex", "-1");
  }, []);
  const count = taken.length;
  return (
    <Dialog
      title={`Upload pictures to ${product.title}`}
      onClose={onClose}
      primaryAction={{
        content: count > 1 ? `Upload ${count} pictures` : "Upload",
        disabled: count === 0,
        loading: isWorking,
        onAction: upload,
      }}
      // What remains then was refused.
      secondaryActions={[
        {
          content: uploads.length > 0 && count === 0 ? "Close" : "Cancel",
          disabled: isBusy,
          onAction: onClose,
        },
      ]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <div ref={zone}>
            <DropZone
              label="Pictures"
              labelHidden
              accept={Object.keys(PICTURE_ENDINGS).join(",")}
              type="file"
              disabled={isWorking}
              onDrop={(files) => choose(files)}
            >
              <DropZone.FileUpload
                actionTitle="Add pictures"
                actionHint={`or drop them here: JPG, PNG, WebP or GIF, up to ${MAX_PICTURE_MEGABYTES} MB each, ${MAX_PICTURES} at a time`}
              />
            </DropZone>
          </div>
          {isWorking && (
            <BlockStack gap="100">
              <Text as="p" id={progressId} tone="subdued">{`${sent} of ${count} sent`}</Text>
              <ProgressBar
                progress={count === 0 ? 0 : (sent / count) * 100}
                size="small"
                ariaLabelledBy={progressId}
              />
            </BlockStack>
          )}
          {uploads.length > 0 && (
            <ul className={styles.files} aria-label="Chosen files">
              {uploads.map((one) => (
                <ChosenFile key={one.id} upload={one} isWorking={isWorking} onRemove={() => remove(one.id)} />
              ))}
            </ul>
          )}
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}

const STATES: Record<PictureUpload["state"], { tone?: "critical" | "success" | "info"; text: string }> = {
  refused: { tone: "critical", text: "Not uploaded" },
  ready: { text: "Ready" },
  sending: { tone: "info", text: "Uploading" },
  sent: { tone: "success", text: "Uploaded" },
  failed: { tone: "critical", text: "Failed" },
};

function ChosenFile({
  upload: { file, state, problem },
  isWorking,
  onRemove,
}: {
  upload: PictureUpload;
  isWorking: boolean;
  onRemove(): void;
}) {
  const { tone, text } = STATES[state];
  return (
    <li>
      <InlineStack gap="200" blockAlign="center" align="space-between" wrap={false}>
        <div className={styles.name}>
          <Text as="p" breakWord>
            {file.name}
          </Text>
          {problem && (
            <Text as="p" tone="critical">
              {problem}
            </Text>
          )}
        </div>
        <div className={styles.state}>
          <Badge tone={tone}>{text}</Badge>
          {!isWorking && (
            <Button variant="plain" accessibilityLabel={`Remove ${file.name}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </InlineStack>
    </li>
  );
}
