import { useEffect, useRef, useState } from "react";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { isAccepted } from "~/ui/OperationId";
import { useNotices } from "~/ui/useNotices";
import { useOperation } from "~/ui/useOperation";
import type { MediaProductRow, MediaRow } from "../contract";
import { moveItem, numbered } from "../media-list";
import { laterChangesNotSaved } from "../messages";

interface Change {
  /** Of the page's form. */
  fields: Record<string, string>;
  /** The list as it will be. */
  apply(list: MediaRow[]): MediaRow[];
}

/**
 * A product's media list and its changes. They are saved in the order in which they were made, one at a time, because each is
 * conditional on the list that the one before it left. The list is shown with all of them. When one is refused, it is shown as it is
 * stored, and the later ones are dropped: they were made on a list that doesn't exist.
 */
export function useMediaList({ id, title, digest, productMedia }: MediaProductRow) {
  const { run, isBusy, answer } = useOperation();
  const { show } = useNotices();
  const [changes, setChanges] = useState<readonly Change[]>([]);
  // After an answer, React may first render the state from before it again. Reading the queue from it would repeat the first change.
  const queue = useRef(changes);
  const inFlight = useRef<{ answerBefore: unknown } | null>(null);
  const enqueue = (all: readonly Change[]) => {
    queue.current = all;
    setChanges(all);
  };
  useEffect(() => {
    const [next, ...later] = queue.current;
    if (isBusy || !next) return;
    if (!inFlight.current) {
      inFlight.current = { answerBefore: answer };
      return run({ sku: id, digest: digest ?? "", ...next.fields });
    }
    // A render between the request and its answer.
    if (answer === inFlight.current.answerBefore) return;
    inFlight.current = null;
    if (isAccepted(answer)) return enqueue(later);
    enqueue([]);
    if (later.length > 0) show({ level: "warning", text: laterChangesNotSaved(later.length, title) });
  });
  const isWaiting = changes.length > 1;
  // The list is left when the last change is on its way: the others would be lost with the page.
  useSaveBar(isWaiting, { busy: true, save: () => {}, discard: () => enqueue(queue.current.slice(0, 1)) });
  const onUnmount = useRef(() => {});
  onUnmount.current = () => {
    if (changes.length > 1) show({ level: "warning", text: laterChangesNotSaved(changes.length - 1, title) });
  };
  // When the list can't be loaded again, the page no longer shows it.
  useEffect(() => () => onUnmount.current(), []);

  const { list } = productMedia;
  const change = (fields: Record<string, string>, apply: Change["apply"] = (same) => same) =>
    enqueue([...queue.current, { fields, apply }]);
  return {
    list: changes.reduce((before, { apply }) => apply(before), list),
    isBusy: changes.length > 0,
    /** The list is being rebuilt, so that nothing can be said about its items. */
    isResetting: changes.some(({ fields }) => fields.intent === "reset"),
    /** The alt texts that are being saved for an item, the newest last. */
    savingTexts: (mediaId: string) =>
      changes
        .filter(({ fields }) => fields.intent === "text" && fields.mediaId === mediaId)
        .map(({ fields }) => fields.text),
    /** @param order from 1 */
    move: (mediaId: string, order: number) =>
      change({ intent: "order", mediaId, order: String(order) }, (before) =>
        moveItem(before, mediaId, order),
      ),
    setActive: (mediaId: string, active: boolean) =>
      change({ intent: "status", mediaId, active: String(active) }, (before) =>
        before.map((item) => (item.id === mediaId ? { ...item, active } : item)),
      ),
    setText: (mediaId: string, text: string) => change({ intent: "text", mediaId, text }),
    detach: (mediaId: string) =>
      change({ intent: "detach", mediaId }, (before) =>
        numbered(before.filter((item) => item.id !== mediaId)),
      ),
    reset: () => change({ intent: "reset" }),
  };
}

export type MediaListState = ReturnType<typeof useMediaList>;
