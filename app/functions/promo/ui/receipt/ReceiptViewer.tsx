import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Spinner, Text } from "@shopify/polaris";
import { type RefObject, Suspense, useCallback, useImperativeHandle, useRef, useState } from "react";
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { lazyPart } from "~/ui/lazy-part";
import { saveFile } from "~/ui/save-file";
import type { ReceiptFile } from "../../read-submission-answer.server";
import type { ShownPages } from "./draw-pdf";
import { PageTools } from "./PageTools";
import styles from "./ReceiptViewer.module.css";
import { type LoadedReceipt, useReceiptFile } from "./useReceiptFile";
import { MAX_ZOOM, MIN_ZOOM, ZOOM_STEP, type Zoom } from "./zoom";

const ReceiptPdf = lazyPart(() => import("./ReceiptPdf"));

/** Fixed, letter by letter. */
const NO_PDF_DATA = "No PDF data available for download.";
const PDF_FAILED = "Failed to load PDF document.";

/** Why a receipt isn't shown. */
const REASONS: Record<ReceiptFile["state"], string> = {
  waiting: "The receipt is still being checked. It is shown here in a moment.",
  failed: "The receipt can't be read. The customer was asked to upload it again.",
  ready: "",
};

interface ReceiptViewerProps {
  /** Null when it was erased. */
  receipt: ReceiptFile | null;
  zoom?: RefObject<Zoom | null>;
}

/** A receipt, a picture or a PDF: zoomed by buttons, keys or the wheel, and moved by dragging. */
export function ReceiptViewer({ receipt, zoom }: ReceiptViewerProps) {
  const reason = receipt ? REASONS[receipt.state] : "The receipt was erased with the customer's data.";
  if (receipt && !reason) return <Viewer receipt={receipt} zoom={zoom} />;
  return (
    <section aria-label="Receipt">
      <Text as="p" tone="subdued">
        {[reason, receipt?.problem].filter(Boolean).join(" ")}
      </Text>
    </section>
  );
}

function Viewer({ receipt, zoom }: { receipt: ReceiptFile; zoom?: RefObject<Zoom | null> }) {
  const loaded = useReceiptFile(receipt);
  const transform = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  const [downloadProblem, setDownloadProblem] = useState<string>();
  const [shown, setShown] = useState<ShownPages>();
  const [first, setFirst] = useState(1);
  const fail = useCallback(() => setFailed(true), []);
  const isPdf = receipt.contentType === "application/pdf";
  const zoomIn = () => void transform.current?.zoomIn(ZOOM_STEP, 0);
  const zoomOut = () => void transform.current?.zoomOut(ZOOM_STEP, 0);
  const reset = () => void transform.current?.resetTransform(0);
  useImperativeHandle(zoom, () => ({ zoomIn, zoomOut, reset }));
  const download = () => {
    if (loaded.file) saveFile(receipt.name, loaded.file, receipt.contentType);
    else setDownloadProblem(isPdf ? NO_PDF_DATA : "The receipt isn't loaded, so it can't be downloaded.");
  };
  return (
    <section aria-label="Receipt">
      <BlockStack gap="200">
        <InlineStack gap="200" blockAlign="center">
          <ButtonGroup variant="segmented">
            <Button onClick={zoomOut} disabled={scale <= MIN_ZOOM} accessibilityLabel="Zoom out">
              −
            </Button>
            <Button onClick={zoomIn} disabled={scale >= MAX_ZOOM} accessibilityLabel="Zoom in">
              +
            </Button>
            <Button onClick={reset}>Reset</Button>
          </ButtonGroup>
          <span role="status" className={styles.scale}>
            {Math.round(scale * 100)}%
          </span>
          <Button onClick={download}>Download</Button>
        </InlineStack>
        {hasFailed && <Banner tone="critical">{PDF_FAILED}</Banner>}
        {loaded.problem && <Banner tone="critical">{loaded.problem}</Banner>}
        {shown && !hasFailed && (
          <PageTools
            shown={shown}
            onFirst={(page) => {
              reset();
              setFirst(page);
            }}
          />
        )}
        {/* A notice would be behind the dialog. */}
        {downloadProblem && !loaded.file && <Banner tone="critical">{downloadProblem}</Banner>}
        <TransformWrapper
          ref={transform}
          smooth={false}
          minScale={MIN_ZOOM}
          maxScale={MAX_ZOOM}
          wheel={{ step: ZOOM_STEP }}
          doubleClick={{ disabled: true }}
          velocityAnimation={{ disabled: true }}
          zoomAnimation={{ disabled: true }}
          onTransform={(_, state) => setScale(state.scale)}
        >
          <TransformComponent wrapperClass={styles.stage} contentClass={styles.content}>
            {isPdf && loaded.file && !hasFailed ? (
              <Suspense fallback={<Loading />}>
                <ReceiptPdf
                  file={loaded.file}
                  first={first}
                  onShown={setShown}
                  onFail={fail}
                  onLoadError={fail}
                />
              </Suspense>
            ) : (
              <Picture loaded={loaded} hasFailed={hasFailed} />
            )}
          </TransformComponent>
        </TransformWrapper>
      </BlockStack>
    </section>
  );
}

function Picture({ loaded, hasFailed }: { loaded: LoadedReceipt; hasFailed: boolean }) {
  if (hasFailed || (loaded.problem && !loaded.pictureUrl)) return null;
  if (!loaded.pictureUrl) return <Loading />;
  return <img className={styles.picture} src={loaded.pictureUrl} alt="Receipt" draggable={false} />;
}

const Loading = () => (
  <div className={styles.loading}>
    <Spinner accessibilityLabel="Loading the receipt" />
  </div>
);
