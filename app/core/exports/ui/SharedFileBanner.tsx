import { Banner } from "@shopify/polaris";
import { useEffect } from "react";
import { FileDownload } from "~/ui/files/FileDownload";
import { useLoad } from "~/ui/useLoad";

/** What `/files/{id}` answers: the file, or why it can't be read. */
type Loaded = { id: string; name: string; size: number } | { msg: string };

/** The file that an email's link leads to, above the page of its list. @param id as the address has it */
export default function SharedFileBanner({ id, onClose }: { id: string; onClose(): void }) {
  const { data, load } = useLoad<Loaded>();
  useEffect(() => load(`/files/${encodeURIComponent(id)}`), [load, id]);
  if (!data) return null;
  return "msg" in data ? (
    <Banner tone="warning" onDismiss={onClose}>
      {data.msg}
    </Banner>
  ) : (
    <Banner tone="info" title="Your export is ready" onDismiss={onClose}>
      <FileDownload file={data} />
    </Banner>
  );
}
