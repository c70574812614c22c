import { Badge, BlockStack, Button, ButtonGroup, Card, FormLayout, Page } from "@shopify/polaris";
import type { ComponentProps } from "react";
import {
  isReviewSetting,
  type ReviewSettings,
  reviewSettingProblem,
} from "~/domain/submissions/review-settings";
import { formatUsDate } from "~/platform/dates/us-date";
import type { ActionAnswer } from "~/platform/notice";
import { EmptyState } from "~/ui/EmptyState";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { useOperation } from "~/ui/useOperation";
import type { PromotionView } from "../../schemas";
import { ReplyTemplates } from "./ReplyTemplates";

type PromotionRow = Omit<PromotionView, "id"> & { id: string };

const COLUMNS = [
  { key: "name", title: "Name", narrow: "title" },
  { key: "dates", title: "Dates" },
  { key: "reward", title: "Reward" },
  { key: "kind", title: "Kind" },
  { key: "actions", title: "" },
] as const;

/** The promotions that customers submit receipts for. The account owner defines them. */
export function PromotionsPage({
  promotions,
  replies,
  settings,
}: {
  promotions: readonly PromotionRow[];
  replies: ComponentProps<typeof ReplyTemplates>["replies"];
  settings: ReviewSettings;
}) {
  useListRefresh("promo-promotions");
  const { isOwner } = useFrame().administrator;
  return (
    <Page
      fullWidth
      title="Promotions"
      backAction={{ content: "Promotion", url: "/promo" }}
      primaryAction={isOwner ? { content: "Add promotion", url: "/promo/promotions/new" } : undefined}
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
        {isOwner && <ReviewSettingsCard settings={settings} />}
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
  const { run, isBusy } = useOperation();
  const post = (intent: string) => run({ intent, id }, "/promo/promotions");
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
          onClick={() => post(isDeleted ? "restore" : "delete")}
        >
          {isDeleted ? "Restore" : "Delete"}
        </Button>
      )}
    </ButtonGroup>
  );
}

const FIELDS: readonly { name: keyof ReviewSettings; label: string; helpText: string }[] = [
  {
    name: "undoSeconds",
    label: "Undo, in seconds",
    helpText: "The order of an approval is created after this time.",
  },
  {
    name: "secondLookPercent",
    label: "Second look, in percent",
    helpText: "So many approvals are drawn for a second reviewer.",
  },
  {
    name: "targetHours",
    label: "Target, in hours",
    helpText: "An open submission is late after this time.",
  },
  {
    name: "lockMinutes",
    label: "Reservation, in minutes",
    helpText: "A submission from Take next is free again after this time without activity.",
  },
];

/** The owner's settings of the review. */
export function ReviewSettingsCard({ settings }: { settings: ReviewSettings }) {
  const fetcher = useFetcher<ActionAnswer>();
  const stored = JSON.stringify(settings);
  return (
    <CardForm
      title="Review"
      fetcher={fetcher}
      action="/promo/promotions"
      hidden={{ intent: "settings", seen: stored }}
      stored={stored}
    >
      <FormLayout>
        <FormLayout.Group condensed>
          {FIELDS.map(({ name, ...field }) => (
            <TextInput
              key={name}
              {...field}
              name={name}
              defaultValue={String(settings[name])}
              inputMode="numeric"
              maxLength={4}
              validate={(value) =>
                isReviewSetting(name, value.trim()) ? undefined : reviewSettingProblem(name)
              }
            />
          ))}
        </FormLayout.Group>
      </FormLayout>
    </CardForm>
  );
}
