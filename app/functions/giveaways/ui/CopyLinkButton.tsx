import { Button } from "@shopify/polaris";
import { useNotices } from "~/ui/useNotices";

/** Copies a giveaway's registration link, or shows it when the browser denies clipboard access. */
export function CopyLinkButton({ link, of }: { link: string; of: string }) {
  const { show } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      show({ level: "success", text: `Link of ${of} copied.` });
    } catch {
      show({
        level: "info",
        text: `Your browser doesn't allow copying from this page. The link of ${of} is ${link}`,
      });
    }
  };
  return (
    <Button size="slim" variant="tertiary" accessibilityLabel={`Copy the link of ${of}`} onClick={copy}>
      Copy link
    </Button>
  );
}
