import { Badge, type BadgeProps, Button, InlineStack, Text, Tooltip } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { useExport } from "~/core/exports/ui/ExportButton";
import { adminAddress } from "~/platform/admin-address";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { formatDecimal } from "~/platform/money/format-money";
import { useFrame, useTimeZone } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import type { Cells } from "~/ui/list/types";
import { priceCall, TITLE } from "../function";
import type { WorkbenchPageData } from "../page.server";
import type { WorkbenchRow } from "../workbench/read-workbench.server";
import { WorkbenchFields } from "./WorkbenchFields";

const PlanDialog = lazyPart(() => import("./PlanDialog"));

/** From this drop on, the import calls a price worth a look. */
const LARGE_DROP_PERCENT = 50;

/** Color and words for a change such as "-20.0%". */
function changeBadge(change: string): { tone?: BadgeProps["tone"]; text: string } {
  const percent = Number.parseFloat(change);
  const size = `${Math.abs(percent).toFixed(1)}%`;
  if (percent === 0) return { text: "No change" };
  if (percent > 0) return { tone: "info", text: `Up ${size}` };
  if (percent <= -LARGE_DROP_PERCENT) return { tone: "critical", text: `Down ${size}, large` };
  return { tone: "attention", text: `Down ${size}` };
}

const cellsIn = (currency: string, timeZone: string) => {
  const money = (amount: string | null) => amount && formatDecimal(amount, currency);
  return {
    sku: ({ sku, status }) => (
      <InlineStack gap="100" wrap={false}>
        <span data-whole>{sku}</span>
        {status !== "ACTIVE" && <Badge>{status.charAt(0) + status.slice(1).toLowerCase()}</Badge>}
      </InlineStack>
    ),
    product: ({ product, others }) =>
      others === 0 ? product : `${product} (and ${others} more with this SKU)`,
    price: ({ price }) => money(price),
    newPrice: (row) => <NewPrice row={row} text={money(row.newPrice)} />,
    change: ({ change }) => {
      if (change === null) return null;
      const { tone, text } = changeBadge(change);
      return <Badge tone={tone}>{text}</Badge>;
    },
    margin: ({ margin, newMargin, hasCost }) => {
      if (!hasCost)
        return (
          <Text as="span" tone="subdued">
            No cost
          </Text>
        );
      return newMargin === null || newMargin === margin ? margin : `${margin ?? "–"} → ${newMargin}`;
    },
    lowest: ({ lowest, lowestSince, newCompareAt }) => (
      <>
        {lowestSince ? (
          <Tooltip
            content={`Prices are recorded since ${formatUsDate(isoDateIn(new Date(lowestSince), timeZone))}.`}
          >
            <Text as="span">{money(lowest)}</Text>
          </Tooltip>
        ) : (
          money(lowest)
        )}{" "}
        {lowest !== null && newCompareAt !== null && Number(newCompareAt) > Number(lowest) && (
          <Tooltip content="The compare-at price is above the lowest price of the last 30 days. In the European Union, a reduction must be announced from that price.">
            <Badge tone="warning">Compare at above it</Badge>
          </Tooltip>
        )}
      </>
    ),
    compareAt: ({ compareAt, newCompareAt, newPrice }) => {
      if (newPrice === null || newCompareAt === compareAt) return money(compareAt);
      return `${money(compareAt) ?? "None"} → ${money(newCompareAt) ?? "none"}`;
    },
  } satisfies Cells<WorkbenchRow>;
};

function NewPrice({ row: { problem, limit }, text }: { row: WorkbenchRow; text: string | null }) {
  if (problem)
    return (
      <Text as="span" tone="subdued">
        {problem}
      </Text>
    );
  return (
    <>
      <Text as="span" fontWeight="semibold">
        {text}
      </Text>{" "}
      {limit && (
        <Tooltip content={limit}>
          <Badge tone="critical">Outside a limit</Badge>
        </Tooltip>
      )}
    </>
  );
}

/** Whether some products were chosen. Only active ones are shown at first. */
const isNarrowed = ({ status, ...others }: WorkbenchPageData["filter"]): boolean =>
  status !== "active" || Object.values(others).some(Boolean);

/** The price workbench: choose products, apply a rule, see the new prices, and schedule them as a plan. */
export function WorkbenchPage({ list, state, filter, rule, result }: WorkbenchPageData) {
  const { currency, domain } = useFrame().shop;
  const timeZone = useTimeZone();
  const exporting = useExport();
  const [isPlanning, setPlanning] = useState(false);
  const { text: ruleText } = rule;
  const download = () =>
    exporting.run(
      priceCall("exports.currentPrices.rows", {
        query: { sort: state.sort, ...filter },
        body: { searchValue: state.search },
      }),
    );
  return (
    <>
      <ListPage
        title="Price workbench"
        backAction={{ content: TITLE, url: "/bulkprice" }}
        list={list}
        state={state}
        result={result}
        plural="prices"
        appliesAtOnce
        rowLabel={({ sku }) => sku}
        cells={cellsIn(currency, timeZone)}
        primaryAction={{
          content: "Schedule new prices",
          disabled: !rule.isComplete || result.rows.length === 0,
          onAction: () => setPlanning(true),
        }}
        pageActions={
          <Button loading={exporting.isBusy} onClick={download}>
            Download as a template
          </Button>
        }
        emptyHint={emptyHintOf(state.search, filter)}
        emptyAction={{
          content: "Open products in Shopify",
          url: adminAddress(domain, "/products"),
          target: "_top",
        }}
      >
        <WorkbenchFields filter={filter} rule={rule} />
      </ListPage>
      {isPlanning && (
        <Suspense>
          <PlanDialog
            choice={{ ...filter, search: state.search, ...ruleText }}
            total={result.total}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function emptyHintOf(search: string, filter: WorkbenchPageData["filter"]): string {
  if (filter.skus)
    return "No variant with a SKU matches. A list of SKUs is kept for 30 days: if yours is older, enter it again.";
  return search || isNarrowed(filter)
    ? "No variant with a SKU matches. Choose other products."
    : "The store has no variant with a SKU yet. New ones appear here when Shopify reports them.";
}
