import { Button } from "@shopify/polaris";
import { useNotices } from "~/ui/useNotices";

/** Copies the address of a giveaway's registration page. Where the browser does not let it, the address is told instead. */
export function CopyLinkButton({ link, of }: { link: string; of: string }) {
  const { show } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      show({ level: "success", text: `The link of ${of} is copied.` });
    } catch {
      show({ level: "info", text: `The browser does not let this page copy. The link of ${of} is ${link}` });
    }
  };
  return (
    <Button size="slim" variant="tertiary" accessibilityLabel={`Copy the link of ${of}`} onClick={copy}>
      Copy link
    </Button>
  );
}
