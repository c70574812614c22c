import { Button, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { saveFile } from "~/ui/save-file";
import { useNotices } from "~/ui/useNotices";

const PDF = "application/pdf";
const PROBLEM = "The label could not be loaded. Check the connection and try again.";

/** Prints or downloads a label, as often as needed. By script, because a link in the admin's frame carries no session token. */
export function LabelButtons({ id, name }: { id: string; name: string }) {
  const [isLoading, setLoading] = useState(false);
  const { show } = useNotices();
  const load = async (use: (content: ArrayBuffer) => void) => {
    setLoading(true);
    try {
      const response = await fetch(`/attachments/${id}/file`);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      use(await response.arrayBuffer());
    } catch {
      show({ level: "critical", text: PROBLEM });
    } finally {
      setLoading(false);
    }
  };
  return (
    <InlineStack gap="100" wrap={false}>
      <Button
        size="micro"
        disabled={isLoading}
        accessibilityLabel={`Print ${name}`}
        onClick={() => load(print)}
      >
        Print
      </Button>
      <Button
        size="micro"
        disabled={isLoading}
        accessibilityLabel={`Download ${name}`}
        onClick={() => load((content) => saveFile(name, content, PDF))}
      >
        Download
      </Button>
    </InlineStack>
  );
}

/** Opens the browser's print dialog with a PDF. */
function print(content: ArrayBuffer): void {
  const url = URL.createObjectURL(new Blob([content], { type: PDF }));
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = url;
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  // The print dialog reads the PDF until it is closed.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 10 * 60_000);
}
