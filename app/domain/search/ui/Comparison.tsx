import { Badge, BlockStack, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { syncsListOf } from "~/core/syncs/sync";
import { useSyncOutcome, useSyncPoll } from "~/core/syncs/ui/SyncProgress";
import { hasEnded } from "~/platform/jobs/states";
import { firstPage } from "~/ui/list/address";
import { PlainTable } from "~/ui/list/PlainTable";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { PRODUCT_FIELDS } from "../index-fields";
import type { ComparisonResult } from "../inspect/compare-catalog.server";
import { comparisonSection, MAX_NAMED_DIFFERENCES } from "../inspect/comparison";
import type { ComparisonData } from "../search-page.server";
import type { SearchPageCalls } from "../search-tabs";

interface ComparisonProps {
  system: string;
  section: string;
  data: ComparisonData;
  calls: SearchPageCalls;
}

/** The whole catalog beside the live index: how many products are the same, and which aren't. */
export function Comparison({ system, section, data: { run, ended, result, at }, calls }: ComparisonProps) {
  const comparing = useCall();
  const sending = useCall();
  const own = comparisonSection(section);
  useListRefresh(syncsListOf(own));
  useSyncOutcome(own, ended ? [ended] : [], { noun: "comparison" });
  const isRunning = run !== null && !hasEnded(run.state);
  useSyncPoll(isRunning);
  return (
    <>
      <Box padding="300" paddingBlockStart="0">
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Button
              loading={comparing.isBusy}
              disabled={isRunning}
              onClick={() => comparing.run(calls.compare)}
            >
              {`Compare all products with ${system}`}
            </Button>
            {result && result.products.length > 0 && (
              <Button
                variant="primary"
                loading={sending.isBusy}
                disabled={isRunning}
                onClick={() => sending.run(calls.sendDifferences)}
              >
                {`Send ${result.products.length === 1 ? "this product" : `these ${result.products.length}`}`}
              </Button>
            )}
            {isRunning && (
              <Text as="span">
                {`Comparing: ${run.progress} %. `}
                <Link url={`/jobs/${run.fileName}`}>View job</Link>
              </Text>
            )}
            {run && !isRunning && run.reason && (
              <Text as="span" tone="critical" breakWord>
                {run.reason}
              </Text>
            )}
          </InlineStack>
          {result && at ? (
            <InlineStack gap="200" blockAlign="center">
              <Text as="span">
                <Moment at={at} time />
              </Text>
              <Counts result={result} />
            </InlineStack>
          ) : (
            <Text as="p" tone="subdued">
              The catalog hasn't been compared yet. A comparison reads all products as a job, and changes
              nothing.
            </Text>
          )}
          {result && result.different + result.missing + result.extra > MAX_NAMED_DIFFERENCES && (
            <Text as="p">{`The first ${MAX_NAMED_DIFFERENCES} are listed. When there are this many, start a sync.`}</Text>
          )}
        </BlockStack>
      </Box>
      {result && result.products.length > 0 && <Differences products={result.products} />}
    </>
  );
}

function Counts({ result: { same, different, missing, extra, waiting } }: { result: ComparisonResult }) {
  const count = (number: number, text: string, isProblem = true) => (
    <Badge
      tone={number === 0 || !isProblem ? undefined : "critical"}
    >{`${formatCount(number)} ${text}`}</Badge>
  );
  return (
    <>
      <Badge tone="success">{`${formatCount(same)} the same`}</Badge>
      {count(different, "different")}
      {count(missing, "missing")}
      {count(extra, "must not be found")}
      {waiting > 0 && count(waiting, "about to be sent", false)}
    </>
  );
}

const STATE_TEXTS = { different: "Different", missing: "Missing", extra: "Must not be found" };

const FIELD_LABELS: Readonly<Record<string, string>> = {
  title: "Title",
  handle: "Handle",
  ...PRODUCT_FIELDS,
};

const COLUMNS = [
  { key: "product", title: "Product", narrow: "title" },
  { key: "state", title: "In the index" },
  { key: "fields", title: "Fields that differ" },
] as const;

function Differences({ products }: { products: ComparisonResult["products"] }) {
  const search = usePendingSearch();
  return (
    <PlainTable
      caption="products"
      density="compact"
      columns={COLUMNS}
      rows={products.map((product) => ({ ...product, number: product.id, id: String(product.id) }))}
      cells={{
        product: ({ number, title }) =>
          title ? (
            <Link url={firstPage(search, { tab: "inspector", product: String(number) })}>{title}</Link>
          ) : (
            `Deleted product ${number}`
          ),
        state: ({ state }) => <Badge tone="critical">{STATE_TEXTS[state]}</Badge>,
        fields: ({ fields }) => fields.map((name) => FIELD_LABELS[name] ?? name).join(", "),
      }}
    />
  );
}
