import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import type { Sentence } from "../../registrations/messages";

/** A page with one message about a giveaway and a link to the shop. */
export function GiveawaySentencePage({
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
        <a href={shopUrl}>Go to {shopName}</a>
      </p>
    </StorefrontPage>
  );
}
