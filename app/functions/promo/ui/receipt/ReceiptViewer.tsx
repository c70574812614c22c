import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Spinner, Text } from "@shopify/polaris";
import {
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { lazyPart } from "~/ui/lazy-part";
import { saveFile } from "~/ui/save-file";
import type { ReceiptFile } from "../../read-answers.server";
import type { ShownPages } from "./draw-pdf";
import { type ReceiptMark, ReceiptMarks } from "./ReceiptMarks";
import styles from "./ReceiptViewer.module.css";

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
  /** What was found on it. */
  marks?: readonly ReceiptMark[];
}

const NO_MARKS: readonly ReceiptMark[] = [];

/** A receipt, a picture or a PDF: zoomed by buttons, keys or the wheel, and moved by dragging. */
export function ReceiptViewer({ receipt, zoom, marks = NO_MARKS }: ReceiptViewerProps) {
  const reason = receipt ? REASONS[receipt.state] : "The receipt was erased with the customer's data.";
  if (receipt && !reason) return <Viewer receipt={receipt} zoom={zoom} marks={marks} />;
  return (
    <section aria-label="Receipt">
      <Text as="p" tone="subdued">
        {[reason, receipt?.problem].filter(Boolean).join(" ")}
      </Text>
    </section>
  );
}

interface ViewerProps {
  receipt: ReceiptFile;
  zoom?: RefObject<Zoom | null>;
  marks: readonly ReceiptMark[];
}

function Viewer({ receipt, zoom, marks }: ViewerProps) {
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
                  marks={marks}
                  onShown={setShown}
                  onFail={fail}
                  onLoadError={fail}
                />
              </Suspense>
            ) : (
              <Picture loaded={loaded} hasFailed={hasFailed} marks={marks} />
            )}
          </TransformComponent>
        </TransformWrapper>
      </BlockStack>
    </section>
  );
}

function Picture({
  loaded,
  hasFailed,
  marks,
}: {
  loaded: LoadedReceipt;
  hasFailed: boolean;
  marks: readonly ReceiptMark[];
}) {
  if (hasFailed || (loaded.problem && !loaded.pictureUrl)) return null;
  if (!loaded.pictureUrl) return <Loading />;
  return (
    <div className={styles.marked}>
      <img className={styles.picture} src={loaded.pictureUrl} alt="Receipt" draggable={false} />
      <ReceiptMarks marks={marks} page={1} />
    </div>
  );
}

const Loading = () => (
  <div className={styles.loading}>
    <Spinner accessibilityLabel="Loading the receipt" />
  </div>
);

/** Which pages of a PDF are shown, and the way to the others. Nothing for one page that is shown completely. */
function PageTools({ shown, onFirst }: { shown: ShownPages; onFirst(first: number): void }) {
  const { first, last, total, gaps } = shown;
  return (
    <>
      {total > 1 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">
            {first === last
              ? `Page ${first} of ${total} is shown`
              : `Pages ${first} to ${last} of ${total} are shown`}
          </Text>
          {(first > 1 || last < total) && (
            <ButtonGroup>
              <Button size="slim" disabled={first === 1} onClick={() => onFirst(1)}>
                First pages
              </Button>
              <Button size="slim" disabled={last === total} onClick={() => onFirst(last + 1)}>
                Next pages
              </Button>
            </ButtonGroup>
          )}
        </InlineStack>
      )}
      {gaps.map((gap) => (
        <Text key={gap} as="p" tone="caution">
          {gap}
        </Text>
      ))}
    </>
  );
}

/** What of a receipt is loaded. */
interface LoadedReceipt {
  /** The URL of the picture to show: first the thumbnail, then the file. Undefined for a PDF. */
  pictureUrl?: string;
  /** The file, to show or to download. */
  file?: Blob;
  /** Why the file can't be shown. */
  problem?: string;
}

const UNREACHABLE = "The receipt couldn't be loaded. Close the submission and open it again.";

/** Loads a receipt by script, because an address in the admin's frame carries no session token. */
function useReceiptFile({ id, contentType, hasThumbnail }: ReceiptFile): LoadedReceipt {
  const [loaded, setLoaded] = useState<LoadedReceipt>({});
  useEffect(() => {
    const abort = new AbortController();
    const urls: string[] = [];
    const isPicture = contentType !== "application/pdf";
    const show = (blob: Blob, change: LoadedReceipt) => {
      if (abort.signal.aborted) return;
      const pictureUrl = isPicture ? URL.createObjectURL(blob) : undefined;
      if (pictureUrl) urls.push(pictureUrl);
      setLoaded((before) => (before.file && !change.file ? before : { ...change, pictureUrl }));
    };
    const fetchBlob = async (variant: "file" | "thumbnail") => {
      const response = await fetch(`/attachments/${id}/${variant}`, { signal: abort.signal });
      if (!response.ok) throw new Error(UNREACHABLE);
      // The response has no type that a browser would show.
      return new Blob([await response.arrayBuffer()], {
        type: variant === "thumbnail" ? "image/jpeg" : contentType,
      });
    };
    const load = async () => {
      const thumbnail = hasThumbnail && isPicture ? fetchBlob("thumbnail") : undefined;
      // Without it the file is shown as soon as it is loaded.
      await thumbnail?.then((blob) => show(blob, {})).catch(() => {});
      const file = await fetchBlob("file");
      show(file, { file });
    };
    load().catch(() => {
      if (!abort.signal.aborted) setLoaded((before) => ({ ...before, problem: UNREACHABLE }));
    });
    return () => {
      abort.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [id, contentType, hasThumbnail]);
  return loaded;
}

/** How a receipt is zoomed from outside of its viewer. */
export interface Zoom {
  zoomIn(): void;
  zoomOut(): void;
  reset(): void;
}

/** One step of a button, a key or the wheel. 1 is the size in which the receipt fits its frame. */
const ZOOM_STEP = 0.1;

const MIN_ZOOM = 0.1;

const MAX_ZOOM = 8;
