import type { FetcherWithComponents } from "@remix-run/react";
import { Banner, BlockStack, List } from "@shopify/polaris";
import { formatMoney } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import type { CreditsAnswer, UnconfirmedRequest } from "../form.server";

interface RepetitionBannerProps {
  fetcher: FetcherWithComponents<CreditsAnswer>;
  /** The page that posts it, if it is another one. */
  action?: string;
  /** The form's fields as they are now. When one was changed since the question, the question is void. */
  fields: Readonly<Record<string, string>>;
}

/** Asks before the same credit is posted twice. Shows the earlier one with its time and administrator. */
export function RepetitionBanner({ fetcher, action, fields }: RepetitionBannerProps) {
  const { unconfirmed } = fetcher.data ?? {};
  if (!unconfirmed) return null;
  if (Object.entries(fields).some(([name, value]) => value !== (unconfirmed.fields[name] ?? ""))) return null;
  return (
    <Banner
      tone="warning"
      title={unconfirmed.question}
      action={{
        content: "Post it anyway",
        loading: fetcher.state !== "idle",
        onAction: () => fetcher.submit(unconfirmed.fields, { method: "post", action }),
      }}
    >
      <EarlierPostings {...unconfirmed} />
    </Banner>
  );
}

function EarlierPostings({ earlier, more }: Pick<UnconfirmedRequest, "earlier" | "more">) {
  const { currency } = useFrame().shop;
  return (
    <BlockStack gap="100">
      <List>
        {earlier.map(({ shopifyCustomerId, customerName, amountCents, reference, at, by, isWaiting }) => (
          <List.Item key={`${shopifyCustomerId} ${at}`}>
            {customerName}: {formatMoney(amountCents, currency)}, “{reference}”, on{" "}
            <Moment at={at} time zone="UTC" named /> by {by}
            {isWaiting && ", waits for approval"}
          </List.Item>
        ))}
        {more > 0 && <List.Item>And {more.toLocaleString("en-US")} others</List.Item>}
      </List>
    </BlockStack>
  );
}
