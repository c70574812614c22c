import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { GO_TO_SHOP, type Sentence } from "./messages";

/** A page with one message about an invitation and a link to the shop. */
export function SentencePage({
  sentence: { title, text },
  shopName,
  shopUrl,
}: {
  sentence: Sentence;
  shopName: string;
  shopUrl: string;
}) {
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
      <p>
        <a href={shopUrl}>{GO_TO_SHOP(shopName)}</a>
      </p>
    </StorefrontPage>
  );
}
