import { Badge, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { Suspense, useCallback, useMemo, useState } from "react";
import type { ListResult, ListState } from "~/platform/list";
import { EmailText } from "~/ui/EmailText";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { type Cells, type TabHits, tabsOf } from "~/ui/list/types";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import type { entrantsList } from "../entrants/list.server";
import {
  ENTRANT_STATE_NAMES,
  ENTRANT_TAB_LABELS,
  ENTRANT_TABS,
  type EntrantTab,
  entrantLabel,
} from "../entrants/states";
import { giveawayCall } from "../function";
import type { Giveaway } from "../list.server";
import { GIVEAWAYS_LIST, PHASE_NAMES, PLACES_LIST, registeredText } from "../messages";
import type { EntrantDialogKind } from "./EntrantDialog";
import {
  CopyLinkButton,
  DeletedBanner,
  ENTRANT_TONES,
  type EntrantRow,
  PLACE_TONES,
  RowButtons,
} from "./ListParts";

const EntrantDialog = lazyPart(() => import("./EntrantDialog"));

interface EntrantsPageProps {
  list: (typeof entrantsList)["declaration"];
  giveaway: Giveaway;
  tab: EntrantTab;
  state: ListState;
  result: ListResult<EntrantRow>;
  hits?: TabHits<EntrantTab>;
}

const cellsOf = (isDrawn: boolean) =>
  ({
    number: ({ number }) => number.toLocaleString("en-US"),
    email: ({ email }) => email && <EmailText email={email} />,
    weight: ({ weight }) => weight.toLocaleString("en-US"),
    state: ({ state, place, reason }) => (
      <BlockStack gap="050">
        <InlineStack gap="100">
          <Badge tone={place ? PLACE_TONES[place] : ENTRANT_TONES[state]}>
            {entrantLabel({ state, place, isDrawn })}
          </Badge>
          {/* A win stays when the entrant is disqualified from the next draws. */}
          {place && place !== state && state !== "registered" && (
            <Badge tone={ENTRANT_TONES[state]}>{ENTRANT_STATE_NAMES[state]}</Badge>
          )}
        </InlineStack>
        {reason && (
          <Text as="span" tone="subdued" breakWord>
            {reason}
          </Text>
        )}
      </BlockStack>
    ),
  }) satisfies Cells<EntrantRow>;

/** The entrants of a giveaway: search, tickets, disqualification and export. */
export function EntrantsPage({ list, giveaway, tab, state, result, hits }: EntrantsPageProps) {
  const exporting = useCall();
  const [open, setOpen] = useState<{ kind: EntrantDialogKind; entrant: EntrantRow } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useListRefresh(GIVEAWAYS_LIST, PLACES_LIST);
  const { id, name, drawn } = giveaway;
  const cells = useMemo(() => cellsOf(drawn > 0), [drawn]);
  const button = (label: string, kind: EntrantDialogKind, entrant: EntrantRow) => (
    <Button
      size="slim"
      tone={kind === "disqualify" ? "critical" : undefined}
      disabled={entrant.state === "erased"}
      accessibilityLabel={`${label}: ${entrant.name}`}
      onClick={() => setOpen({ kind, entrant })}
    >
      {label}
    </Button>
  );
  return (
    <>
      <ListPage
        title={name}
        plural="entrants"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        rowLabel={(entrant) => entrant.name}
        cells={cells}
        tabs={tabsOf(ENTRANT_TABS, ENTRANT_TAB_LABELS, { hits })}
        selectedTab={tab}
        backAction={{ content: "Giveaways", url: "/giveaways" }}
        rowActions={(entrant) => (
          <RowButtons>
            {button("Tickets", "weight", entrant)}
            {entrant.state === "disqualified"
              ? button("Reinstate", "reinstate", entrant)
              : button("Disqualify", "disqualify", entrant)}
          </RowButtons>
        )}
        pageActions={
          <>
            <Button
              disabled={result.rows.length === 0}
              loading={exporting.isBusy}
              onClick={() =>
                exporting.run(giveawayCall("giveaways.exportEntrants", { id, tab, search: state.search }))
              }
            >
              Export Excel
            </Button>
            <CopyLinkButton link={giveaway.link} of={name} />
            <Button variant="primary" url={`/giveaways/${id}/draws`}>
              Draw
            </Button>
          </>
        }
        emptyHint={emptyHint(tab, Boolean(state.search))}
      >
        <DeletedBanner giveaway={giveaway} />
        <Text as="p" breakWord>
          {PHASE_NAMES[giveaway.phase]}, {registeredText(giveaway)} registered. Registration page:{" "}
          <Link url={giveaway.link} target="_blank">
            {giveaway.link}
          </Link>
        </Text>
      </ListPage>
      {open && (
        <Suspense>
          <EntrantDialog
            kind={open.kind}
            giveawayId={id}
            entrant={latestOf(open.entrant, result.rows)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

function emptyHint(tab: EntrantTab, searched: boolean): string {
  if (searched) return "No entrant on this tab matches in name or email address.";
  if (tab === "disqualified") return "There are no disqualified entrants.";
  return "Copy the registration link and share it. Entrants appear here when they register.";
}
