import { BlockStack, Text } from "@shopify/polaris";
import styles from "./MailPreview.module.css";

/** A link would open a window, which the sandbox refuses: so it leads nowhere. */
const LINKS_LEAD_NOWHERE = '<base target="_blank">';

/** A mail as its reader sees it. The frame may run nothing and reach nothing. */
export function MailPreview({ subject, html }: { subject: string; html: string }) {
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {subject || "No subject"}
      </Text>
      <iframe
        className={styles.body}
        title="The email's text"
        sandbox=""
        srcDoc={LINKS_LEAD_NOWHERE + html}
      />
    </BlockStack>
  );
}
