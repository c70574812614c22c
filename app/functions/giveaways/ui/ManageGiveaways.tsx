import { useNavigate } from "@remix-run/react";
import { Badge, type BadgeProps, BlockStack, Button, Link, Page, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { ListResult, ListState } from "~/platform/list";
import { ADD_FIRST } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { ListCard } from "~/ui/list/ListCard";
import { latestOf } from "~/ui/list/latest-row";
import { SortSelect } from "~/ui/list/SortSelect";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useAddressRequest } from "~/ui/useAddressRequest";
import type { giveawaysList } from "../list.server";
import { emptyHint, NEWEST_FIRST, PHASE_NAMES, type Phase } from "../messages";
import { CopyLinkButton, type GiveawayRow, RowButtons, TABS, TITLE } from "./ListParts";
import styles from "./rows.module.css";

const GiveawayForm = lazyPart(() => import("./GiveawayForm"));
const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));
const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

interface ManageGiveawaysProps {
  list: (typeof giveawaysList)["declaration"];
  state: ListState;
  result: ListResult<GiveawayRow>;
}

const TONES: Partial<Record<Phase, BadgeProps["tone"]>> = {
  scheduled: "info",
  open: "success",
  full: "attention",
  drawn: "info",
};

const SORTS = [
  { value: "name asc", label: "Name, A to Z" },
  { value: "name desc", label: "Name, Z to A" },
  { value: "createdDate desc", label: "Created, new to old" },
  { value: "createdDate asc", label: "Created, old to new" },
  { value: "startDate desc", label: "Start Date, new to old" },
  { value: "startDate asc", label: "Start Date, old to new" },
  { value: "endDate desc", label: "End Date, new to old" },
  { value: "endDate asc", label: "End Date, old to new" },
  { value: "registrationCount desc", label: "Registration Count, high to low" },
  { value: "registrationCount asc", label: "Registration Count, low to high" },
];

/** A description shortened for its row; the form shows all of it. */
const shortened = (text: string) =>
  text.length <= SHORT ? text : `${text.slice(0, SHORT).replace(/\s+\S*$/, "")} …`;
const SHORT = 90;

/** The tab Manage Giveaways. */
export function ManageGiveaways({ list, state, result }: ManageGiveawaysProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const [form, setForm] = useState<{ giveaway?: GiveawayRow } | null>(null);
  const [history, setHistory] = useState<GiveawayRow | null>(null);
  const close = useCallback(() => setForm(null), []);
  useAddressRequest("new", () => setForm({}));
  // Restart the list with the newest giveaway first.
  const toNewest = () => navigate(firstPage(search, { q: null, sort: NEWEST_FIRST }));

  const add = { content: "Add Giveaway", onAction: () => setForm({}) };
  return (
    <Page fullWidth title={TITLE} primaryAction={add}>
      <ListCard
        title={TITLE}
        plural="giveaways"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        tabs={TABS}
        selectedTab="manage"
        toolbar={<SortSelect list={list} state={state} options={SORTS} />}
        rowLabel={({ name }) => name}
        cells={{
          name: (giveaway) => (
            <div className={styles.title}>
              <div className={styles.name} title={giveaway.name}>
                <Link
                  removeUnderline
                  accessibilityLabel={`Edit ${giveaway.name}`}
                  onClick={() => setForm({ giveaway })}
                >
                  {giveaway.name}
                </Link>
              </div>
              <Badge tone={TONES[giveaway.phase]}>{PHASE_NAMES[giveaway.phase]}</Badge>
            </div>
          ),
          description: ({ description }) => description && shortened(description),
          registrationCount: ({ registrationCount, registered }) => (
            <BlockStack>
              {registrationCount !== null && <Text as="span">{formatCount(registrationCount)}</Text>}
              <Text as="span" tone="subdued">
                {formatCount(registered)} registered
              </Text>
            </BlockStack>
          ),
        }}
        rowActions={(giveaway) => (
          <RowButtons>
            <Button
              size="slim"
              accessibilityLabel={`Entrants of ${giveaway.name}`}
              url={`/giveaways/${giveaway.id}`}
            >
              Entrants
            </Button>
            <Button
              size="slim"
              variant="tertiary"
              accessibilityLabel={`Draws of ${giveaway.name}`}
              url={`/giveaways/${giveaway.id}/draws`}
            >
              Draws
            </Button>
            <CopyLinkButton link={giveaway.link} of={giveaway.name} />
          </RowButtons>
        )}
        rowKeys={[{ key: "e", label: "Edit", onPress: (giveaway) => setForm({ giveaway }) }]}
        onOpen={(giveaway) => setForm({ giveaway })}
        emptyHint={emptyHint(Boolean(state.search))}
        emptyAction={{ ...add, content: ADD_FIRST }}
      />
      {form && (
        <Suspense>
          <GiveawayForm
            // Opened again after a change, the form must show the new values with the new version.
            key={form.giveaway ? `${form.giveaway.id} ${form.giveaway.version}` : "new"}
            giveaway={form.giveaway && latestOf(form.giveaway, result.rows)}
            // Escape also reaches a dialog below the one that it closes.
            onClose={() => !history && close()}
            onLoadError={close}
            onChanged={toNewest}
            onHistory={setHistory}
            ConfirmModal={ConfirmModal}
          />
        </Suspense>
      )}
      {history && (
        <Suspense>
          <HistoryModal
            name={history.name}
            url={`/activity/giveaway/${history.id}`}
            onClose={() => setHistory(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}
