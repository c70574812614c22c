import { useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, ButtonGroup, Card, Page } from "@shopify/polaris";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { promoCall, promotionPages } from "../function";
import type { PromotionView } from "../schemas";
import { promotionTexts } from "../texts.server";
import { ReplyTemplates } from "../ui/promotions/ReplyTemplates";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(promotionPages, async ({ calls: { promo } }) => {
  const [promotions, replies] = await Promise.all([promo.promotions(), promo.replies()]);
  return {
    promotions: promotions.list.map((promotion) => ({ ...promotion, id: String(promotion.id) })),
    replies: replies.list.map((reply) => ({ ...reply, id: String(reply.id) })),
  };
});

export const action = callsAction(promotionPages, promotionTexts);

type PromotionRow = Omit<PromotionView, "id"> & { id: string };

const COLUMNS = [
  { key: "name", title: "Name", narrow: "title" },
  { key: "dates", title: "Dates" },
  { key: "reward", title: "Reward" },
  { key: "kind", title: "Kind" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

/** The promotions that customers submit receipts for. The account owner defines them. */
export default function Promotions() {
  const { promotions, replies } = useLoaderData<typeof loader>();
  useListRefresh("promo-promotions");
  const { isOwner } = useFrame().administrator;
  return (
    <Page
      fullWidth
      title="Promotions"
      backAction={{ content: "Promotion", url: "/promo" }}
      primaryAction={isOwner ? { content: "Add promotion", url: "/promo/promotions/new" } : undefined}
      secondaryActions={isOwner ? [{ content: "Review settings", url: "/settings/promotion" }] : undefined}
    >
      <BlockStack gap="400">
        <Card padding="0">
          {promotions.length > 0 ? (
            <PlainTable caption="promotions" columns={COLUMNS} rows={promotions} cells={cellsOf(isOwner)} />
          ) : (
            <EmptyState
              heading="No promotions yet"
              action={isOwner ? { content: "Add promotion", url: "/promo/promotions/new" } : undefined}
            >
              {isOwner
                ? "Define the first one, then share the link to its form."
                : "The account owner can define them here."}
            </EmptyState>
          )}
        </Card>
        {isOwner && <ReplyTemplates replies={replies} />}
      </BlockStack>
    </Page>
  );
}

const cellsOf = (isOwner: boolean) => ({
  name: ({ id, name, isDeleted }: PromotionRow) =>
    isOwner && !isDeleted ? <RowLink to={`/promo/promotions/${id}`}>{name}</RowLink> : name,
  dates: ({ startDate, endDate }: PromotionRow) =>
    startDate || endDate
      ? `${startDate ? formatUsDate(startDate) : "Any"} to ${endDate ? formatUsDate(endDate) : "any"}`
      : "Always open",
  reward: ({ rewardTitle }: PromotionRow) => rewardTitle,
  kind: ({ isLoyalty, isDeleted }: PromotionRow) =>
    isDeleted ? (
      <Badge tone="critical">Deleted</Badge>
    ) : (
      isLoyalty && <Badge tone="info">Loyalty order</Badge>
    ),
  actions: (promotion: PromotionRow) => <Actions promotion={promotion} isOwner={isOwner} />,
});

function Actions({ promotion, isOwner }: { promotion: PromotionRow; isOwner: boolean }) {
  const { id, name, link, isDeleted } = promotion;
  const { run, isBusy } = useCall();
  return (
    <ButtonGroup noWrap>
      {!isDeleted && (
        <Button size="slim" url={link} target="_blank" accessibilityLabel={`Form of ${name}`}>
          Form
        </Button>
      )}
      {isOwner && (
        <Button
          size="slim"
          tone={isDeleted ? undefined : "critical"}
          loading={isBusy}
          accessibilityLabel={`${isDeleted ? "Restore" : "Delete"} ${name}`}
          onClick={() =>
            run(
              promoCall(isDeleted ? "promo.restorePromotion" : "promo.deletePromotion", { id }),
              "/promo/promotions",
            )
          }
        >
          {isDeleted ? "Restore" : "Delete"}
        </Button>
      )}
    </ButtonGroup>
  );
}
