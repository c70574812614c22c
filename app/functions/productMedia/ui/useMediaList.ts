import { useEffect, useRef, useState } from "react";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import type { MediaProductRow, MediaRow } from "../change-media.server";
import { mediaCall } from "../function";
import { laterChangesNotSaved, moveItem, numbered } from "../media-list";

export interface Change {
  call: "reset" | "setStatus" | "setOrder" | "setText" | "detach";
  input: { mediaId?: string; active?: boolean; order?: number; text?: string };
  /** The list as it will be. */
  apply(list: MediaRow[]): MediaRow[];
}

/**
 * A product's media list and its changes. They are saved in the order in which they were made, one at a time, because each is
 * conditional on the list that the one before it left. The list is shown with all of them. When one is refused, it is shown as it is
 * stored, and the later ones are dropped: they were made on a list that doesn't exist.
 */
export function useMediaList({ id, title, digest, productMedia }: MediaProductRow) {
  const { run, isBusy, answer, accepted } = useCall();
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
      run(mediaCall(`productMedia.${next.call}`, { sku: id, digest, ...next.input }));
      return;
    }
    // A render between the request and its answer.
    if (answer === inFlight.current.answerBefore) return;
    inFlight.current = null;
    if (isAccepted(answer)) return enqueue(later);
    enqueue([]);
    if (later.length > 0) show({ level: "warning", text: laterChangesNotSaved(later.length, title) });
  });
  /** The first change. */
  const isSaved =
    inFlight.current !== null && accepted !== undefined && accepted !== inFlight.current.answerBefore;
  const isWaiting = changes.length > 1;
  // The list is left when the last change is on its way: the others would be lost with the page.
  useSaveBar(isWaiting, {
    busy: true,
    // The texts among them count themselves.
    count: 0,
    save: () => {},
    discard: () => enqueue(queue.current.slice(0, 1)),
  });
  const onUnmount = useRef(() => {});
  onUnmount.current = () => {
    if (changes.length > 1) show({ level: "warning", text: laterChangesNotSaved(changes.length - 1, title) });
  };
  // When the list can't be loaded again, the page no longer shows it.
  useEffect(() => () => onUnmount.current(), []);

  const { list } = productMedia;
  const change = (call: Change["call"], input: Change["input"], apply: Change["apply"] = (same) => same) =>
    enqueue([...queue.current, { call, input, apply }]);
  return {
    list: changes.reduce((before, { apply }) => apply(before), list),
    isBusy: changes.length > 0,
    /** The list is being rebuilt, so that nothing can be said about its items. */
    isResetting: changes.some(({ call }) => call === "reset"),
    /** The alt texts that are being saved for an item, the newest last. */
    savingTexts: (mediaId: string) =>
      changes
        .filter(({ call, input }) => call === "setText" && input.mediaId === mediaId)
        .map(({ input }) => input.text),
    /** The alt text that was saved for an item, while the list is read again. */
    savedText: (mediaId: string) =>
      isSaved && changes[0]?.input.mediaId === mediaId ? changes[0].input.text : undefined,
    /** @param order from 1 */
    move: (mediaId: string, order: number) =>
      change("setOrder", { mediaId, order }, (before) => moveItem(before, mediaId, order)),
    setActive: (mediaId: string, active: boolean) =>
      change("setStatus", { mediaId, active }, (before) =>
        before.map((item) => (item.id === mediaId ? { ...item, active } : item)),
      ),
    setText: (mediaId: string, text: string) => change("setText", { mediaId, text }),
    detach: (mediaId: string) =>
      change("detach", { mediaId }, (before) => numbered(before.filter((item) => item.id !== mediaId))),
    reset: () => change("reset", {}),
  };
}

export type MediaListState = ReturnType<typeof useMediaList>;
