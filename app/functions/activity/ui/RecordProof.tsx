import { Banner, Box, Button, InlineStack, List, Text } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { TimeAgo } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useFetcher } from "~/ui/useFetcher";

/** The result of the latest verification of the record. */
export interface Proof {
  /** Instant, ISO 8601. */
  at: string;
  entries: number;
  erased: number;
  faults: { where: string; what: string }[];
}

/** The banner lists at most this many. The rest is in the log. */
const SHOWN_FAULTS = 10;

/**
 * For the owner: whether the record of changes is unaltered, with a button to verify it now.
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
      Verify now
    </Button>
  );
  if (!proof || proof.faults.length === 0)
    return (
      <Box paddingInline="300" paddingBlock="200">
        <InlineStack gap="200">
          <Text as="p" tone="subdued">
            {proof ? <Sound proof={proof} now={now} /> : "This record hasn't been verified yet."}
          </Text>
          {prove}
        </InlineStack>
      </Box>
    );
  return (
    <Box padding="300">
      <Banner tone="critical" title="This record was changed outside Backroom">
        <p>
          <TimeAgo at={proof.at} now={now} />, {formatCount(proof.entries)} changes were verified. Check who
          can write to the database, and compare it with a backup.
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
      Verified <TimeAgo at={at} now={now} />: {formatCount(entries)} unaltered changes
      {erased > 0 && ` (of ${formatCount(erased)} the content was erased for legal reasons)`}.
    </>
  );
}
