import { useSearchParams } from "@remix-run/react";
import { Badge, Button, ButtonGroup, Card, InlineStack, Page } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { formatDecimal } from "~/platform/money/format-money";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { PlainTable } from "~/ui/list/PlainTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { POOL_FIELD_NAME } from "../import";
import type { CouponPool } from "../read-pools.server";
import styles from "./PoolsPage.module.css";

const GenerateDialog = lazyPart(() => import("./GenerateDialog"));

const PoolDialog = lazyPart(() => import("./PoolDialog"));

const COLUMNS = [
  { key: "name", title: "Pool", narrow: "title" },
  { key: "value", title: "Discount" },
  { key: "rule", title: "Orders" },
  { key: "free", title: "Free", align: "end" },
  { key: "assigned", title: "Assigned", align: "end" },
  { key: "redeemed", title: "Redeemed", align: "end" },
  { key: "runsOut", title: "Runs out" },
  { key: "ends", title: "Ends" },
  { key: "actions", title: "Actions" },
] as const;

/** The coupon pools: their rules, what is left of them, and how long it lasts. */
export function PoolsPage({ pools }: { pools: readonly CouponPool[] }) {
  const { currency } = useFrame().shop;
  const [parameters] = useSearchParams();
  const [edited, setEdited] = useState<CouponPool | "new" | null>(parameters.has("new") ? "new" : null);
  const [generated, setGenerated] = useState<CouponPool | null>(null);
  useListRefresh("coupons");
  const cells = {
    name: (pool) => (
      <InlineStack gap="100" blockAlign="center">
        <Button variant="plain" onClick={() => setEdited(pool)}>
          {pool.name}
        </Button>
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
        {alertLevel !== null && free <= alertLevel && <Badge tone="warning">Low</Badge>}
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
    actions: (pool) => (
      <ButtonGroup noWrap>
        <Button
          size="slim"
          accessibilityLabel={`Generate codes of ${pool.name}`}
          onClick={() => setGenerated(pool)}
        >
          Generate codes
        </Button>
        <Button
          size="slim"
          url={`/coupons/import?${POOL_FIELD_NAME}=${pool.id}`}
          accessibilityLabel={`Upload file to ${pool.name}`}
        >
          Upload file
        </Button>
        <Button size="slim" url={`/coupons?pool=${pool.id}`} accessibilityLabel={`Coupons of ${pool.name}`}>
          Coupons
        </Button>
      </ButtonGroup>
    ),
  } satisfies Cells<CouponPool>;
  return (
    <Page
      fullWidth
      title="Coupon pools"
      backAction={{ content: "Coupons List", url: "/coupons" }}
      primaryAction={{ content: "New pool", onAction: () => setEdited("new") }}
    >
      <Card padding="0">
        {pools.length > 0 ? (
          <PlainTable caption="coupon pools" columns={COLUMNS} rows={pools} cells={cells} density="compact" />
        ) : (
          <EmptyState
            heading="No Records Found"
            action={{ content: "Add pool", onAction: () => setEdited("new") }}
          >
            A pool is a discount with codes, and the rule that decides which paid orders get one.
          </EmptyState>
        )}
      </Card>
      {generated && (
        <Suspense>
          <GenerateDialog pool={generated} onClose={() => setGenerated(null)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <PoolDialog
            pool={edited === "new" ? null : latestOf(edited, pools)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}

function ruleOf({ assigns, productId, productTitle, tag, minimum }: CouponPool, currency: string): string {
  if (!assigns) return "None";
  const conditions = [
    ...(productId === null ? [] : [`with ${productTitle ?? `product ${productId}`}`]),
    ...(tag === null ? [] : [`tagged ${tag}`]),
    ...(minimum === null ? [] : [`from ${formatDecimal(minimum, currency)}`]),
  ];
  return conditions.length > 0 ? `Paid, ${conditions.join(", ")}` : "All paid";
}
