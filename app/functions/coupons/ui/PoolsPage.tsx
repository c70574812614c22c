import { useSearchParams } from "@remix-run/react";
import { Badge, Box, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import { Suspense, useId, useState } from "react";
import { formatDecimal } from "~/platform/money/format-money";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { ListTabs } from "~/ui/list/ListTabs";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowActions } from "~/ui/list/RowActions";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { couponCall } from "../function";
import { POOL_FIELD_NAME } from "../import";
import type { CouponPool } from "../read-pools.server";
import styles from "./PoolsPage.module.css";

const GenerateDialog = lazyPart(() => import("./GenerateDialog"));

const NEW_POOL = "/coupons/pools/new";

const COLUMNS = [
  { key: "name", title: "Pool", narrow: "title" },
  { key: "value", title: "Discount" },
  { key: "rule", title: "Orders" },
  { key: "free", title: "Free", align: "end" },
  { key: "assigned", title: "Assigned", align: "end" },
  { key: "redeemed", title: "Redeemed", align: "end" },
  { key: "runsOut", title: "Runs out" },
  { key: "ends", title: "Ends" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

type Counts = Pick<CouponPool, "free" | "alertLevel">;

const isLow = ({ free, alertLevel }: Counts) => alertLevel !== null && free <= alertLevel;

/** The pools that a line of the desk counts, by the address. */
const PARTS: Readonly<Record<string, { text: string; has(pool: CouponPool): boolean }>> = {
  low: { text: "Pools that run low.", has: isLow },
  waiting: { text: "Pools with orders that wait for a code.", has: ({ waiting }) => waiting > 0 },
};

/** The coupon pools: their rules, what is left of them, and how long it lasts. */
export function PoolsPage({ pools }: { pools: readonly CouponPool[] }) {
  const { currency } = useFrame().shop;
  const [generated, setGenerated] = useState<CouponPool | null>(null);
  const [parameters] = useSearchParams();
  const change = useCall();
  const panelId = useId();
  const archived = pools.filter(({ archivedAt }) => archivedAt !== null);
  const isArchive = parameters.get("tab") === "archived";
  const inTab = isArchive ? archived : pools.filter(({ archivedAt }) => archivedAt === null);
  const part = PARTS[parameters.get("show") ?? ""];
  const shown = part ? inTab.filter(part.has) : inTab;
  useListRefresh("coupons");
  const cells = {
    name: (pool) => (
      <InlineStack gap="100" blockAlign="center">
        <RowLink to={`/coupons/pools/${pool.id}`}>{pool.name}</RowLink>
        {pool.waiting > 0 && (
          <Badge tone="critical">{`${pool.waiting.toLocaleString("en-US")} waiting`}</Badge>
        )}
      </InlineStack>
    ),
    value: ({ value, oncePerCustomer }) => (
      <span data-whole>{`${value}${oncePerCustomer ? ", once per customer" : ""}`}</span>
    ),
    rule: (pool) => <span data-whole>{ruleOf(pool, currency)}</span>,
    free: ({ free, alertLevel, unsent }) => (
      <span className={styles.free}>
        {isLow({ free, alertLevel }) && <Badge tone="warning">Low</Badge>}
        {unsent > 0 && <Badge tone="info">{`${unsent.toLocaleString("en-US")} being added`}</Badge>}
        <span>{free.toLocaleString("en-US")}</span>
      </span>
    ),
    assigned: ({ assigned }) => assigned.toLocaleString("en-US"),
    redeemed: ({ redeemed }) => redeemed.toLocaleString("en-US"),
    runsOut: ({ runsOutAt, perDay }) =>
      runsOutAt !== null && (
        <span title={`${perDay} assigned per day in the last two weeks`}>
          <Moment at={runsOutAt} />
        </span>
      ),
    ends: ({ endsAt }) => <Moment at={endsAt} />,
    actions: (pool) =>
      pool.archivedAt === null ? (
        <RowActions
          rowName={pool.name}
          isLoading={change.isBusy}
          menu={[
            {
              label: "Upload file",
              accessibilityLabel: `Upload file to ${pool.name}`,
              url: `/coupons/import?${POOL_FIELD_NAME}=${pool.id}`,
            },
            {
              label: "Send test email to me",
              accessibilityLabel: `Send test email to me: ${pool.name}`,
              onAction: () => change.run(couponCall("coupons.testEmail", { id: pool.id })),
            },
            {
              label: "Archive",
              accessibilityLabel: `Archive ${pool.name}`,
              onAction: () => change.run(couponCall("coupons.archivePool", { id: pool.id })),
            },
          ]}
        >
          <Button
            size="slim"
            accessibilityLabel={`Generate codes of ${pool.name}`}
            onClick={() => setGenerated(pool)}
          >
            Generate codes
          </Button>
          <CouponsLink pool={pool} />
        </RowActions>
      ) : (
        <RowActions rowName={pool.name}>
          <Button
            size="slim"
            disabled={change.isBusy}
            accessibilityLabel={`Restore ${pool.name}`}
            onClick={() => change.run(couponCall("coupons.restorePool", { id: pool.id }))}
          >
            Restore
          </Button>
          <CouponsLink pool={pool} />
        </RowActions>
      ),
  } satisfies Cells<CouponPool>;
  return (
    <Page
      fullWidth
      title="Coupon pools"
      backAction={{ content: "Coupons List", url: "/coupons" }}
      primaryAction={{ content: "New pool", url: NEW_POOL }}
    >
      <Card padding="0">
        {part && (
          <Box padding="300">
            <Text as="p">
              {part.text} <Link url="/coupons/pools">All pools</Link>
            </Text>
          </Box>
        )}
        {!part && (archived.length > 0 || isArchive) && (
          <Box paddingBlockStart="200" paddingInline="300">
            <ListTabs
              tabs={[
                { id: "pools", label: "Pools", count: pools.length - archived.length },
                { id: "archived", label: "Archived pools", count: archived.length },
              ]}
              selected={isArchive ? "archived" : "pools"}
              panelId={panelId}
              hrefOf={({ id }) => `?tab=${id}`}
            />
          </Box>
        )}
        {part && shown.length === 0 ? (
          <EmptyState heading="No Records Found" action={{ content: "All pools", url: "/coupons/pools" }}>
            Codes were added since.
          </EmptyState>
        ) : shown.length > 0 ? (
          <div id={panelId}>
            <PlainTable
              caption="coupon pools"
              columns={COLUMNS}
              rows={shown}
              cells={cells}
              density="compact"
            />
          </div>
        ) : isArchive ? (
          <EmptyState heading="No archived pools" action={{ content: "Show pools", url: "?tab=pools" }}>
            A pool that is archived is listed here, with its coupons and the button that restores it.
          </EmptyState>
        ) : (
          <EmptyState heading="No Records Found" action={{ content: "Add pool", url: NEW_POOL }}>
            A pool is a discount with codes, and the rule that decides which paid orders get one.
          </EmptyState>
        )}
      </Card>
      {generated && (
        <Suspense>
          <GenerateDialog pool={generated} onClose={() => setGenerated(null)} />
        </Suspense>
      )}
    </Page>
  );
}

const CouponsLink = ({ pool: { id, name } }: { pool: CouponPool }) => (
  <Button size="slim" url={`/coupons?pool=${id}`} accessibilityLabel={`Coupons of ${name}`}>
    Coupons
  </Button>
);

function ruleOf({ assigns, productId, productTitle, tag, minimum }: CouponPool, currency: string): string {
  if (!assigns) return "None";
  const conditions = [
    ...(productId === null ? [] : [`with ${productTitle ?? `product ${productId}`}`]),
    ...(tag === null ? [] : [`tagged ${tag}`]),
    ...(minimum === null ? [] : [`from ${formatDecimal(minimum, currency)}`]),
  ];
  return conditions.length > 0 ? `Paid, ${conditions.join(", ")}` : "All paid";
}
