import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import { SkeletonLines } from "~/ui/Skeletons";
import { Timeline, type TimelineEntry } from "~/ui/Timeline";
import { useLoad } from "~/ui/useLoad";

interface History {
  list: TimelineEntry[];
  hasMore: boolean;
}

/** What happened to a submission, once it is opened. */
export function HistorySection({ id }: { id: string }) {
  const { data, load } = useLoad<History>();
  const [openId, setOpenId] = useState<string>();
  const isOpen = openId === id;
  const toggle = () => {
    setOpenId(isOpen ? undefined : id);
    if (!isOpen) load(`/promo/submissions/${id}/history`);
  };
  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button ariaExpanded={isOpen} disclosure={isOpen ? "up" : "down"} onClick={toggle}>
          History
        </Button>
      </InlineStack>
      {isOpen && (data ? <Timeline entries={data.list} /> : <SkeletonLines lines={4} />)}
      {isOpen && data?.hasMore && (
        <Text as="p" tone="subdued">
          There are earlier changes. <Link url={`/activity/submission/${id}`}>See all changes</Link>
        </Text>
      )}
    </BlockStack>
  );
}
