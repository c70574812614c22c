import { Badge, BlockStack, Box, Card, Link, Text } from "@shopify/polaris";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowButton } from "~/ui/list/RowButton";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import { returnCall } from "../function";
import { MAX_ATTEMPTS } from "../return-rules";
import type { ReturnAttempt } from "../schemas";

const COLUMNS = [
  { key: "order", title: "Order Number", narrow: "title" },
  { key: "result", title: "Result" },
  { key: "started", title: "Started" },
  { key: "by", title: "Created By" },
] as const;

/** What was begun with returns and hasn't succeeded. Nothing without any. */
export function AttemptsCard({ attempts }: { attempts: readonly ReturnAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Card padding="0">
      <Box padding="300">
        <Text as="h2" variant="headingMd">
          Pending and failed
        </Text>
        <Text as="p" tone="subdued">
          A row stays until it succeeded, or until you dismiss it.
          {attempts.length === MAX_ATTEMPTS && ` The latest ${MAX_ATTEMPTS} are shown.`}
        </Text>
      </Box>
      <PlainTable
        caption="pending and failed"
        columns={COLUMNS}
        density="compact"
        rows={attempts}
        cells={{
          order: ({ order_name: name }) => (
            <Link url={`/orderReturns?${new URLSearchParams({ value: name })}`}>{name}</Link>
          ),
          result: (attempt) => <Result {...attempt} />,
          started: ({ started_at }) => <Moment at={started_at} time />,
          by: ({ by }) => by,
        }}
        rowActions={(attempt) => !attempt.is_pending && <Dismiss {...attempt} />}
      />
    </Card>
  );
}

const Result = ({ is_pending, is_undone, ended_at, result }: ReturnAttempt) => (
  <BlockStack gap="100" inlineAlign="start">
    <Badge tone={is_pending ? "info" : "critical"}>{is_pending ? "Pending" : "Failed"}</Badge>
    <Text as="span" breakWord>
      {result}
      {ended_at && !is_pending && (
        <>
          {is_undone ? " Undone on " : " Ended on "}
          <Moment at={ended_at} time />.
        </>
      )}
    </Text>
  </BlockStack>
);

function Dismiss({ id, order_name }: ReturnAttempt) {
  const dismiss = useCall();
  return (
    <RowButton
      accessibilityLabel={`Dismiss the attempt for ${order_name}`}
      onClick={() => !dismiss.isBusy && dismiss.run(returnCall("orderReturns.dismiss", { id }))}
    >
      Dismiss
    </RowButton>
  );
}
