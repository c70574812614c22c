import { useEffect, useRef, useState } from "react";
import { useOperation } from "~/ui/useOperation";
import type { MediaProductRow, MediaRow } from "../contract";
import { moveItem } from "../media-list";

/**
 * A product's media list and its changes, one at a time. A moved or toggled item is shown in its new state immediately, and as it was if
 * the change is refused.
 */
export function useMediaList({ id, digest, productMedia }: MediaProductRow) {
  const { run, isBusy } = useOperation();
  const [expected, setExpected] = useState<MediaRow[] | null>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) setExpected(null);
    wasBusy.current = isBusy;
  }, [isBusy]);
  const { list } = productMedia;
  const post = (fields: Record<string, string>) => run({ sku: id, digest: digest ?? "", ...fields });
  return {
    list: expected ?? list,
    isBusy: isBusy || expected !== null,
    /** @param order from 1 */
    move(mediaId: string, order: number) {
      setExpected(moveItem(list, mediaId, order));
      post({ intent: "order", mediaId, order: String(order) });
    },
    setActive(mediaId: string, active: boolean) {
      setExpected(list.map((item) => (item.id === mediaId ? { ...item, active } : item)));
      post({ intent: "status", mediaId, active: String(active) });
    },
    setText: (mediaId: string, text: string) => post({ intent: "text", mediaId, text }),
    detach: (mediaId: string) => post({ intent: "detach", mediaId }),
    reset: () => post({ intent: "reset" }),
  };
}

export type MediaListState = ReturnType<typeof useMediaList>;
