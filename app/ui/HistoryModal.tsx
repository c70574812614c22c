import { Modal } from "@shopify/polaris";
import { type ReactNode, useEffect } from "react";
import { Dialog } from "./Dialog";
import { SkeletonLines } from "./Skeletons";
import { Timeline, type TimelinePage } from "./Timeline";
import { useLoad } from "./useLoad";

export interface HistoryModalProps {
  /** Whose history: "Ann Lee". */
  name: string;
  /** The page of the history, whose loader answers a page of a timeline. */
  url: string;
  onClose(): void;
  /** Above the history: what can be done about it. */
  children?: ReactNode;
}

/** A record's history, shown over the list. Render it while it is open. Load it with `lazyPart`. */
export default function HistoryModal({ name, url, onClose, children }: HistoryModalProps) {
  const { data, load } = useLoad<TimelinePage>();
  useEffect(() => load(url), [load, url]);
  return (
    <Dialog title={`History of ${name}`} onClose={onClose}>
      {children && <Modal.Section>{children}</Modal.Section>}
      <Modal.Section>
        {data ? (
          <Timeline entries={data.entries} earlierUrl={data.earlierUrl} />
        ) : (
          <SkeletonLines lines={4} />
        )}
      </Modal.Section>
    </Dialog>
  );
}
