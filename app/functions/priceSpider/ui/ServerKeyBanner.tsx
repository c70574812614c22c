import { Banner, BlockStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { NO_KEY } from "~/connectors/pricespider/port";
import { lazyPart } from "~/ui/lazy-part";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ServerKeyBannerProps {
  serverKey: string;
  newServerKey: string;
  isBusy: boolean;
  onAccept(): void;
}

/** The server has another key than at the first transfer. It is used only after an administrator accepts it. */
export function ServerKeyBanner({ serverKey, newServerKey, isBusy, onAccept }: ServerKeyBannerProps) {
  const [isAsking, setAsking] = useState(false);
  const texts = newServerKey === NO_KEY ? withoutKey : textsFor(newServerKey);
  return (
    <>
      <Banner
        tone="warning"
        title="The key of PriceSpider's server has changed"
        action={{ content: texts.accept, loading: isBusy, onAction: () => setAsking(true) }}
      >
        <BlockStack gap="100">
          <Text as="p">
            It may be another server, so nothing is sent to it. Ask PriceSpider whether they changed the key.
          </Text>
          <Text as="p" breakWord>
            Before: {serverKey}
          </Text>
          <Text as="p" breakWord>
            Now: {texts.now}
          </Text>
        </BlockStack>
      </Banner>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`${texts.accept}?`}
            confirmLabel="Accept"
            destructive
            onConfirm={() => {
              setAsking(false);
              onAccept();
            }}
            onClose={() => setAsking(false)}
          >
            <Text as="p" breakWord>
              {texts.consequence}
            </Text>
            <Text as="p" fontWeight="semibold">
              Accept it only if PriceSpider confirmed it.
            </Text>
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

const textsFor = (newServerKey: string) => ({
  accept: "Accept the new key",
  now: newServerKey,
  consequence: `The next transfer sends the password and the feed to the server with the key ${newServerKey}.`,
});

const withoutKey = {
  accept: "Accept a server without a key",
  now: "none, because the server no longer offers TLS",
  consequence:
    "The next transfer sends the password and the feed without encryption, and can't check which server receives them.",
};
