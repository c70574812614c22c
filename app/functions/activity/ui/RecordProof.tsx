import { useFetcher } from "@remix-run/react";
import { Banner, Box, Button, InlineStack, List, Text } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { formatCount } from "~/ui/numbers";
import { TimeAgo } from "~/ui/TimeAgo";

/** What the latest proof of the record found. */
export interface Proof {
  /** Instant, ISO 8601. */
  at: string;
  entries: number;
  erased: number;
  faults: { where: string; what: string }[];
}

/** No banner lists more; the rest is in the log. */
const SHOWN_FAULTS = 10;

/**
 * For the owner: whether the record of changes is still what the console wrote, and the way to have that proved now.
 * @param now the server's clock when it answered (ISO 8601)
 */
export function RecordProof({ proof, now }: { proof: Proof | null; now: string }) {
  const fetcher = useFetcher<ActionAnswer>();
  const prove = (
    <Button
      variant="plain"
      loading={fetcher.state !== "idle"}
      onClick={() => fetcher.submit({ intent: "prove" }, { method: "post" })}
    >
      Prove it now
    </Button>
  );
  if (!proof || proof.faults.length === 0)
    return (
      <Box paddingInline="300" paddingBlock="200">
        <InlineStack gap="200">
          <Text as="p" tone="subdued">
            {proof ? (
              <Sound proof={proof} now={now} />
            ) : (
              "It was not proved yet that nobody changed this record."
            )}
          </Text>
          {prove}
        </InlineStack>
      </Box>
    );
  return (
    <Box padding="300">
      <Banner tone="critical" title="Somebody changed this record behind the console's back">
        <p>
          The proof of <TimeAgo at={proof.at} now={now} /> went over {formatCount(proof.entries)} changes.
          Look at who can write to the database, and compare with a backup.
        </p>
        <List>
          {proof.faults.slice(0, SHOWN_FAULTS).map(({ where, what }) => (
            <List.Item key={`${where} ${what}`}>
              {where} {what}
            </List.Item>
          ))}
        </List>
        {prove}
      </Banner>
    </Box>
  );
}

function Sound({ proof: { at, entries, erased }, now }: { proof: Proof; now: string }) {
  return (
    <>
      Proved <TimeAgo at={at} now={now} />: {formatCount(entries)} changes, each as the console wrote it
      {erased > 0 && ` (of ${formatCount(erased)} the content was erased by law)`}.
    </>
  );
}
