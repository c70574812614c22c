import { Banner, BlockStack, Link, List, Text } from "@shopify/polaris";
import type { SyncNeed } from "~/core/syncs/ui/SyncStatus";
import { refusedText } from "../search-engine";
import type { PendingChanges } from "../sync-state";

/** Which changed products the live index doesn't have yet, and why, as what needs a person on the page of the engine. */
export function needsOfChanges(
  system: string,
  { waiting, pausedJobId, refused, problem }: PendingChanges,
): SyncNeed[] {
  return [
    ...(pausedJobId !== null ? [{ id: "waiting", content: <Text as="p">{waitingText(waiting)}</Text> }] : []),
    ...(refused.length > 0 || problem !== null
      ? [
          {
            id: "refused",
            content: (
              <BlockStack gap="200">
                <Text as="p" tone="critical">{`Changed products weren't sent to ${system}.`}</Text>
                {problem !== null && <Text as="p">{problem}</Text>}
                {refused.length > 0 && (
                  <List>
                    {refused.map((product) => (
                      <List.Item key={product.id}>{refusedText(product)}</List.Item>
                    ))}
                  </List>
                )}
                <Text as="p">They are sent again every five minutes.</Text>
              </BlockStack>
            ),
          },
        ]
      : []),
  ];
}

function waitingText(waiting: number): string {
  const until = "until the sync is resumed or canceled, and has ended.";
  if (waiting === 0) return `Products that change wait ${until}`;
  const products =
    waiting === 1 ? "1 changed product waits" : `${waiting.toLocaleString("en-US")} changed products wait`;
  return `${products} ${until}`;
}

/** In place of a sync, in a shop where the search engine isn't set up. */
export function NotConfigured({ system }: { system: string }) {
  return (
    <Banner tone="warning" title={`${system} isn't set up for this shop`}>
      The account owner can connect it on <Link url="/settings/connections">Settings</Link>.
    </Banner>
  );
}
