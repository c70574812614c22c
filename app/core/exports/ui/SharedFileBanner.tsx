import { Banner } from "@shopify/polaris";
import { useEffect } from "react";
import { FileDownload } from "~/ui/files/FileDownload";
import { useLoad } from "~/ui/useLoad";

/** The file that an email's link leads to, above the page of its list. @param id as the address has it */
export default function SharedFileBanner({ id, onClose }: { id: string; onClose(): void }) {
  const { data: file, load } = useLoad<{ id: string; name: string; size: number }>();
  useEffect(() => load(`/files/${encodeURIComponent(id)}`), [load, id]);
  return (
    file && (
      <Banner tone="info" title="Your export is ready" onDismiss={onClose}>
        <FileDownload file={file} />
      </Banner>
    )
  );
}
