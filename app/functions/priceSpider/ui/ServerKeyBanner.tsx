import { Banner, BlockStack, Text } from "@shopify/polaris";
import { lazy, Suspense, useState } from "react";

const ConfirmModal = lazy(() => import("~/ui/ConfirmModal"));

interface ServerKeyBannerProps {
  serverKey: string;
  newServerKey: string;
  isBusy: boolean;
  onAccept(): void;
}

/** The server has another key than at the first transfer. It is used only after an administrator accepts it. */
export function ServerKeyBanner({ serverKey, newServerKey, isBusy, onAccept }: ServerKeyBannerProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Banner
        tone="warning"
        title="The key of PriceSpider's server has changed"
        action={{ content: "Accept the new key", loading: isBusy, onAction: () => setAsking(true) }}
      >
        <BlockStack gap="100">
          <Text as="p">
            It may be another server, so nothing is sent to it. Ask PriceSpider whether they changed the key.
          </Text>
          <Text as="p" breakWord>
            Before: {serverKey}
          </Text>
          <Text as="p" breakWord>
            Now: {newServerKey}
          </Text>
        </BlockStack>
      </Banner>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title="Accept the new key?"
            confirmLabel="Accept"
            destructive
            onConfirm={() => {
              setAsking(false);
              onAccept();
            }}
            onClose={() => setAsking(false)}
          >
            <Text as="p" breakWord>
              The next transfer sends the password and the feed to the server with the key {newServerKey}.
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
