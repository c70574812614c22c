import { Badge, BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { EmptyState } from "~/ui/EmptyState";
import { FactList } from "~/ui/FactList";
import { lazyPart } from "~/ui/lazy-part";
import { RowLink } from "~/ui/list/RowLink";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { NO_ELIGIBLE_ENTRANTS } from "../draw/messages";
import type { GiveawayDraw } from "../draw/schemas";
import type { Giveaway } from "../list.server";
import { ENTRANTS_LIST, GIVEAWAYS_LIST, PHASE_NAMES, PLACES_LIST, registeredText } from "../messages";
import { DeletedBanner } from "./ListParts";

const DrawDialog = lazyPart(() => import("./DrawDialog"));

interface DrawsPageProps {
  giveaway: Giveaway;
  /** The next draw. */
  next: {
    number: number;
    commitment: string;
    committedAt: string;
    eligible: number;
    eligibleWithoutRepeats: number;
  };
  draws: readonly GiveawayDraw[];
}

const FIRST_SEED =
  "The seed is secret until the draw. The registration page shows its SHA-256, so anyone can verify later that it wasn't chosen to favor an entrant.";
const LATER_SEED =
  "The seed is secret until the draw. It was fixed at the previous draw, and its SHA-256 proves later that it didn't change.";

/** The draws of a giveaway and the next one's commitment. */
export function DrawsPage({ giveaway, next, draws }: DrawsPageProps) {
  const [isDrawing, setDrawing] = useState(false);
  const close = useCallback(() => setDrawing(false), []);
  useListRefresh(GIVEAWAYS_LIST, ENTRANTS_LIST, PLACES_LIST);
  return (
    <Page
      title={`Draws of ${giveaway.name}`}
      backAction={{ content: giveaway.name, url: `/giveaways/${giveaway.id}` }}
      primaryAction={{
        content: draws.length > 0 ? "Draw again" : "Draw winners",
        disabled: giveaway.isDeleted || next.eligible === 0,
        onAction: () => setDrawing(true),
      }}
    >
      <BlockStack gap="400">
        <DeletedBanner giveaway={giveaway} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Draw {formatCount(next.number)}, upcoming
            </Text>
            <FactList
              facts={[
                {
                  name: "Giveaway",
                  value: `${PHASE_NAMES[giveaway.phase]}, ${registeredText(giveaway)} registered`,
                },
                { name: "Take part", value: formatCount(next.eligible) },
                {
                  name: "SHA-256 of its seed",
                  value: (
                    <Text as="span" breakWord>
                      {next.commitment}
                    </Text>
                  ),
                },
                { name: "Committed", value: <Moment at={next.committedAt} time /> },
              ]}
            />
            <Text as="p" tone="subdued">
              {next.number === 1 ? FIRST_SEED : LATER_SEED}
            </Text>
          </BlockStack>
        </Card>
        {draws.length === 0 && (
          <Card>
            <EmptyState
              heading="Nothing has been drawn"
              action={
                next.eligible > 0 && !giveaway.isDeleted
                  ? { content: "Draw now", onAction: () => setDrawing(true) }
                  : { content: "Entrants", url: `/giveaways/${giveaway.id}` }
              }
            >
              {next.eligible > 0
                ? "Draw winners, with alternates to replace those who decline."
                : giveaway.registered > 0
                  ? NO_ELIGIBLE_ENTRANTS
                  : "There are no entrants yet. Share the link of the registration page."}
            </EmptyState>
          </Card>
        )}
        {draws.map((draw) => (
          <DrawCard key={draw.number} giveawayId={giveaway.id} draw={draw} />
        ))}
      </BlockStack>
      {isDrawing && (
        <Suspense>
          <DrawDialog giveaway={giveaway} next={next} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

function DrawCard({ giveawayId, draw }: { giveawayId: number; draw: GiveawayDraw }) {
  const url = `/giveaways/${giveawayId}/draws/${draw.number}`;
  return (
    <Card>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            <RowLink to={url}>Draw {formatCount(draw.number)}</RowLink>
          </Text>
          <Text as="p" tone="subdued">
            <Moment at={draw.drawnAt} time /> by {draw.drawnBy}, from {formatCount(draw.entries)} entries
          </Text>
          {draw.reason && <Text as="p">{draw.reason}</Text>}
        </BlockStack>
        <InlineStack gap="200" blockAlign="center">
          {draw.untold > 0 && (
            <Badge tone="attention">{`${formatCount(draw.untold)} not notified yet`}</Badge>
          )}
          <Button url={url} accessibilityLabel={`Winners of draw ${draw.number}`}>
            Winners
          </Button>
        </InlineStack>
      </InlineStack>
    </Card>
  );
}
